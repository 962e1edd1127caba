package dev.trestle.stak.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.message.MessageLifetime;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.Tenants.KeyScope;
import dev.trestle.stak.model.Tenants.StoredApiKey;
import dev.trestle.stak.tenant.ApiKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * {@code /stack/admin/v1/{tenant}/{inbox}/keys}. Replies contain secrets, so repeated calls are not
 * answered from stored replies.
 */
public final class ApiKeysApi {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final int LABEL_LENGTH_MAX = 128;
  private static final Duration OVERLAP = Duration.ofDays(1);
  private static final Duration OVERLAP_MAX = Duration.ofDays(30);

  record CreateRequest(String scope, Optional<String> label) {}

  record RotateRequest(Optional<String> overlap) {}

  /**
   * An API key.
   *
   * @param key its text, shown once
   */
  record KeyView(
      String keyId,
      KeyScope scope,
      String label,
      String hint,
      long createdAt,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<Long> voidFrom,
      Optional<String> key) {
    static KeyView of(StoredApiKey key) {
      return of(key, Optional.empty());
    }

    static KeyView of(StoredApiKey key, Optional<String> text) {
      return new KeyView(
          key.keyHash(),
          key.scope(),
          key.label(),
          key.hint(),
          key.createdAt().getEpochSecond(),
          key.validUntil().map(Instant::getEpochSecond),
          text);
    }
  }

  private final ApiKeys keys;
  private final Guards guards;

  public ApiKeysApi(ApiKeys keys, Guards guards) {
    this.keys = keys;
    this.guards = guards;
  }

  public void addTo(Router router) {
    router.get(AdminApi.INBOX + "keys", guards.admin(this::list));
    router.post(AdminApi.INBOX + "keys", guards.admin(this::create));
    router.post(AdminApi.INBOX + "keys/{key}/rotate", guards.admin(this::rotate));
    router.delete(AdminApi.INBOX + "keys/{key}", guards.admin(this::remove));
  }

  private static TenantId tenant(Call call) {
    return call.noted(Guards.Admin.class).tenant();
  }

  private Reply list(Call call) {
    return StakReplies.ok(keys.list(tenant(call)).stream().map(KeyView::of).toList());
  }

  private static Reply created(ApiKeys.NewKey made) {
    return StakReplies.created(KeyView.of(made.key(), Optional.of(made.text())));
  }

  private Reply create(Call call) {
    var request = call.json(CreateRequest.class);
    var scope =
        switch (request.scope()) {
          case "admin" -> KeyScope.admin;
          case "user" -> KeyScope.user;
          default -> throw new Refusal.Invalid("scope", "Use admin or user.");
        };
    var label = request.label().orElse("");
    if (label.length() > LABEL_LENGTH_MAX) {
      throw new Refusal.Invalid("label", "Use at most " + LABEL_LENGTH_MAX + " characters.");
    }
    return created(keys.create(tenant(call), scope, label));
  }

  private Reply rotate(Call call) {
    var overlap =
        call.request().bodyLength() == 0
            ? Optional.<String>empty()
            : call.json(RotateRequest.class).overlap();
    var time = overlap.map(ApiKeysApi::overlap).orElse(OVERLAP);
    return created(keys.rotate(tenant(call), key(call), time).orElseThrow(ApiKeysApi::noKey));
  }

  private static Duration overlap(String text) {
    return MessageLifetime.parse(text)
        .filter(time -> time.compareTo(OVERLAP_MAX) <= 0)
        .orElseThrow(
            () -> new Refusal.Invalid("overlap", "Use a time such as 12h or 7d, up to 30d."));
  }

  private Reply remove(Call call) {
    if (!keys.remove(tenant(call), key(call))) throw noKey();
    return StakReplies.ok();
  }

  private static String key(Call call) {
    var hash = call.pathParameter("key");
    if (!HASH.matcher(hash).matches()) throw noKey();
    return hash;
  }

  private static Refusal noKey() {
    return new Refusal.NotFound(Refusal.Resource.API_KEY);
  }
}

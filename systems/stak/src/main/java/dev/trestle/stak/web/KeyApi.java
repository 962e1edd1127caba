package dev.trestle.stak.web;

import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.message.Life;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Tenants.ApiKey;
import dev.trestle.stak.model.Tenants.Scope;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.model.Tenants.WebhookEvent;
import dev.trestle.stak.tenant.Directory;
import dev.trestle.stak.tenant.Keys;
import dev.trestle.stak.tenant.Names;
import dev.trestle.stak.tenant.UserTokens;
import dev.trestle.stak.webhook.Signatures;
import dev.trestle.stak.webhook.Webhooks;
import dev.trestle.store.Written;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Keys of a tenant, tokens of its users and the keys of its webhooks, under {@code
 * /stack/admin/v1}. What is answered here are secrets: nothing of it is remembered for repetitions.
 */
final class KeyApi {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final int LABEL_MAX = 128;
  private static final Duration OVERLAP = Duration.ofDays(1);
  private static final Duration OVERLAP_MAX = Duration.ofDays(30);

  record KeyWanted(String scope, Optional<String> label) {}

  record Rotation(Optional<String> overlap) {}

  record TokenWanted(String userId) {}

  private final Keys keys;
  private final UserTokens tokens;
  private final Mailroom room;
  private final Directory directory;
  private final Signatures signatures;
  private final Webhooks webhooks;
  private final Doors doors;
  private final InstantSource clock;

  KeyApi(
      Keys keys,
      UserTokens tokens,
      Mailroom room,
      Directory directory,
      Signatures signatures,
      Webhooks webhooks,
      Doors doors,
      InstantSource clock) {
    this.keys = keys;
    this.tokens = tokens;
    this.room = room;
    this.directory = directory;
    this.signatures = signatures;
    this.webhooks = webhooks;
    this.doors = doors;
    this.clock = clock;
  }

  void addTo(Router router) {
    router.post(AdminApi.INBOX + "tokens", doors.adminOfInbox(this::token));
    router.get(AdminApi.INBOX + "keys", doors.admin(this::list));
    router.post(AdminApi.INBOX + "keys", doors.admin(this::create));
    router.post(AdminApi.INBOX + "keys/{key}/rotate", doors.admin(this::rotate));
    router.delete(AdminApi.INBOX + "keys/{key}", doors.admin(this::remove));
    router.get("/{tenant}/webhook", doors.admin(this::webhook));
    router.post("/{tenant}/webhook/rotate", doors.admin(this::rotateWebhook));
  }

  private static String tenant(Call call) {
    return call.noted(Doors.Admin.class).tenant();
  }

  /** A token is for someone who has an inbox: from now on the user is known. */
  private Reply token(Call call) {
    var user = call.json(TokenWanted.class).userId();
    if (!Names.isUser(user)) throw ApiError.invalid("user_id", Names.USER_RULE);
    var tenant = tenant(call);
    room.inbox(new OfInbox(tenant, user, Doors.inbox(call))).register();
    var answer = new LinkedHashMap<String, Object>();
    answer.put("token", tokens.issue(tenant, user));
    answer.put("token_type", "Bearer");
    answer.put("expires_in", tokens.life().toSeconds());
    return Answers.ok(answer);
  }

  private Reply list(Call call) {
    return Answers.ok(keys.list(tenant(call)).stream().map(KeyApi::json).toList());
  }

  private static Map<String, Object> json(ApiKey key) {
    var json = new LinkedHashMap<String, Object>();
    json.put("key_id", key.keyHash());
    json.put("scope", key.scope());
    json.put("label", key.label());
    json.put("hint", key.hint());
    json.put("created_at", key.createdAt().getEpochSecond());
    json.put("void_from", MessageJson.seconds(key.until()));
    return json;
  }

  private static Reply shown(Keys.NewKey made) {
    var json = json(made.key());
    json.put("key", made.text());
    return Reply.created(Answers.data(json));
  }

  private Reply create(Call call) {
    var wanted = call.json(KeyWanted.class);
    var scope =
        switch (wanted.scope()) {
          case "admin" -> Scope.admin;
          case "user" -> Scope.user;
          default -> throw ApiError.invalid("scope", "admin or user is expected.");
        };
    var label = wanted.label().orElse("");
    if (label.length() > LABEL_MAX) {
      throw ApiError.invalid("label", "At most " + LABEL_MAX + " characters are allowed.");
    }
    return shown(keys.create(tenant(call), scope, label));
  }

  private Reply rotate(Call call) {
    var overlap =
        call.request().bodyLength() == 0
            ? Optional.<String>empty()
            : call.json(Rotation.class).overlap();
    var time =
        overlap
            .map(text ->
                Life.parse(text)
                    .filter(given -> given.compareTo(OVERLAP_MAX) <= 0)
                    .orElseThrow(() -> ApiError.invalid("overlap", "A time up to 30d.")))
            .orElse(OVERLAP);
    return shown(keys.rotate(tenant(call), key(call), time).orElseThrow(KeyApi::noKey));
  }

  private Reply remove(Call call) {
    if (!keys.remove(tenant(call), key(call))) throw noKey();
    return Answers.ok();
  }

  private static String key(Call call) {
    var hash = call.place("key");
    if (!HASH.matcher(hash).matches()) throw noKey();
    return hash;
  }

  private static ApiError noKey() {
    return ApiError.notFound("There is no such key.");
  }

  private Reply webhook(Call call) {
    var settings = settings(call);
    return Answers.ok(
        Map.of(
            "signing_key", signatures.key(settings.tenant(), settings.webhookKey()),
            "key_number", settings.webhookKey(),
            "events", webhooks.latest(settings.tenant()).stream().map(KeyApi::json).toList()));
  }

  private static Map<String, Object> json(WebhookEvent event) {
    var json = new LinkedHashMap<String, Object>();
    json.put("event", event.event());
    json.put("type", event.kind());
    json.put("created_at", event.createdAt().getEpochSecond());
    json.put("accepted_at", MessageJson.seconds(event.acceptedAt()));
    json.put("attempts", event.attempts());
    json.put("last_answer", event.lastAnswer());
    return json;
  }

  private TenantSettings settings(Call call) {
    return directory
        .readSettings(tenant(call))
        .orElseThrow(() -> ApiError.notFound("There are no settings."));
  }

  /** From now on the next key signs, and the present one beside it until the next rotation. */
  private Reply rotateWebhook(Call call) {
    var present = settings(call);
    var changed =
        new TenantSettings(
            present.tenant(),
            present.title(),
            present.ttl(),
            present.origins(),
            present.webhook(),
            present.webhookKey() + 1,
            clock.instant().truncatedTo(ChronoUnit.SECONDS),
            present.version());
    return switch (directory.write(changed)) {
      case Written.Done<TenantSettings> _ ->
          Answers.ok(
              Map.of(
                  "signing_key", signatures.key(changed.tenant(), changed.webhookKey()),
                  "key_number", changed.webhookKey()));
      case Written.Refused<TenantSettings> _ ->
          throw ApiError.conflict("Somebody else has changed the settings. Please try again.");
    };
  }
}

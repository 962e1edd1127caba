package dev.trestle.stak.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.outbound.AddressPolicy;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.message.MessageLifetime;
import dev.trestle.stak.model.EmailAddress;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.model.Tenants.Webhook;
import dev.trestle.stak.model.WebhookEvents.EventType;
import dev.trestle.stak.tenant.SettingsStore;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code /stack/admin/v1/{tenant}/settings}. */
public final class SettingsApi {
  private static final int ORIGINS_MAX = 50;
  private static final String EVENT_RULE =
      "Choose at least one of "
          + Arrays.stream(EventType.values()).map(EventType::text).collect(Collectors.joining(", "))
          + ".";

  record WebhookRequest(String url, Set<String> events) {}

  record SettingsRequest(
      String title,
      Optional<String> messageTtl,
      Optional<Set<String>> allowedOrigins,
      Optional<WebhookRequest> webhook,
      Optional<Long> version) {}

  /**
   * A tenant's settings.
   *
   * @param emailFrom the address that e-mails come from; none if this server sends none
   */
  record SettingsView(
      TenantId tenant,
      String title,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<String> messageTtl,
      List<String> allowedOrigins,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<Webhook> webhook,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<EmailAddress> emailFrom,
      long updatedAt,
      long version) {
    static SettingsView of(TenantSettings settings, Optional<EmailAddress> emailFrom) {
      return new SettingsView(
          settings.tenant(),
          settings.title(),
          settings.ttl().map(MessageLifetime::text),
          settings.origins().stream().sorted().toList(),
          settings.webhook(),
          emailFrom,
          settings.updatedAt().getEpochSecond(),
          settings.version());
    }
  }

  private final SettingsStore settings;
  private final AddressPolicy addresses;
  private final Optional<EmailAddress> emailFrom;
  private final Guards guards;
  private final InstantSource clock;

  public SettingsApi(
      SettingsStore settings,
      AddressPolicy addresses,
      Optional<EmailAddress> emailFrom,
      Guards guards,
      InstantSource clock) {
    this.settings = settings;
    this.addresses = addresses;
    this.emailFrom = emailFrom;
    this.guards = guards;
    this.clock = clock;
  }

  public void addTo(Router router) {
    router.get(AdminApi.TENANT + "settings", guards.admin(this::read));
    router.put(AdminApi.TENANT + "settings", guards.admin(this::write));
  }

  private Reply read(Call call) {
    return StakReplies.ok(SettingsView.of(current(settings, call), emailFrom));
  }

  /** The settings of the caller's tenant. */
  static TenantSettings current(SettingsStore settings, Call call) {
    return settings
        .readSettings(call.noted(Guards.Admin.class).tenant())
        .orElseThrow(() -> new Refusal.NotFound(Refusal.Resource.TENANT));
  }

  private Reply write(Call call) {
    var request = call.json(SettingsRequest.class);
    var current = current(settings, call);
    var origins = request.allowedOrigins().map(SettingsApi::origins).orElse(current.origins());
    var changed =
        new TenantSettings(
            current.tenant(),
            Inputs.title(request.title()),
            request.messageTtl().map(text -> Inputs.lifetime("message_ttl", text)),
            origins,
            request.webhook().map(wanted -> webhook(current.tenant(), wanted)),
            current.webhookKey(),
            clock.instant().truncatedTo(ChronoUnit.SECONDS),
            request.version().orElse(current.version()));
    return StakReplies.ok(SettingsView.of(settings.write(changed), emailFrom));
  }

  private Webhook webhook(TenantId tenant, WebhookRequest request) {
    addresses
        .problem(tenant.value(), request.url())
        .ifPresent(problem -> {
          throw new Refusal.Invalid("webhook.url", problem);
        });
    var events = EnumSet.noneOf(EventType.class);
    for (var text : request.events()) {
      events.add(
          EventType.parse(text)
              .orElseThrow(() -> new Refusal.Invalid("webhook.events", EVENT_RULE)));
    }
    if (events.isEmpty()) throw new Refusal.Invalid("webhook.events", EVENT_RULE);
    return new Webhook(request.url(), Set.copyOf(events));
  }

  /** The origins as browsers send them: a final slash is dropped. */
  private static Set<String> origins(Set<String> texts) {
    if (texts.size() > ORIGINS_MAX) {
      throw new Refusal.Invalid("allowed_origins", "Use at most " + ORIGINS_MAX + " origins.");
    }
    var origins = new LinkedHashSet<String>();
    for (var text : texts) {
      var origin = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
      if (!isOrigin(origin)) {
        throw new Refusal.Invalid(
            "allowed_origins",
            "Each one is a scheme, a host and maybe a port, such as https://app.example.com. A path"
                + " does not belong there.");
      }
      origins.add(origin.toLowerCase(Locale.ROOT));
    }
    return Set.copyOf(origins);
  }

  private static boolean isOrigin(String text) {
    try {
      var uri = new URI(text);
      var scheme = Optional.ofNullable(uri.getScheme()).orElse("");
      return (scheme.equals("https") || scheme.equals("http"))
          && uri.getHost() != null
          && Optional.ofNullable(uri.getRawPath()).orElse("").isEmpty()
          && uri.getUserInfo() == null
          && uri.getQuery() == null
          && uri.getFragment() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}

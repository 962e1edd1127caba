package dev.trestle.stak.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.model.WebhookEvents.EventType;
import dev.trestle.stak.model.WebhookEvents.WebhookEvent;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.stak.webhook.WebhookSignatures;
import dev.trestle.stak.webhook.Webhooks;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** {@code /stack/admin/v1/{tenant}/webhook}: the signing key, and how the last calls went. */
public final class WebhookApi {
  record EventView(
      String event,
      EventType type,
      long createdAt,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<Long> acceptedAt,
      long attempts,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<String> lastAnswer) {
    static EventView of(WebhookEvent event) {
      return new EventView(
          event.event(),
          event.type(),
          event.createdAt().getEpochSecond(),
          event.acceptedAt().map(Instant::getEpochSecond),
          event.attempts(),
          event.lastResult());
    }
  }

  record WebhookView(String signingKey, long keyNumber, Optional<List<EventView>> events) {}

  private final SettingsStore settings;
  private final WebhookSignatures signatures;
  private final Webhooks webhooks;
  private final Guards guards;
  private final InstantSource clock;

  public WebhookApi(
      SettingsStore settings,
      WebhookSignatures signatures,
      Webhooks webhooks,
      Guards guards,
      InstantSource clock) {
    this.settings = settings;
    this.signatures = signatures;
    this.webhooks = webhooks;
    this.guards = guards;
    this.clock = clock;
  }

  public void addTo(Router router) {
    router.get(AdminApi.TENANT + "webhook", guards.admin(this::read));
    router.post(AdminApi.TENANT + "webhook/rotate", guards.admin(this::rotate));
  }

  private Reply read(Call call) {
    var current = SettingsApi.current(settings, call);
    var events = webhooks.latest(current.tenant()).stream().map(EventView::of).toList();
    return StakReplies.ok(view(current, Optional.of(events)));
  }

  private WebhookView view(TenantSettings current, Optional<List<EventView>> events) {
    return new WebhookView(
        signatures.key(current.tenant(), current.webhookKey()), current.webhookKey(), events);
  }

  /** From now on the next key signs, and the current one beside it until the next rotation. */
  private Reply rotate(Call call) {
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    var changed = settings.write(SettingsApi.current(settings, call).withNextWebhookKey(now));
    return StakReplies.ok(view(changed, Optional.empty()));
  }
}

package dev.trestle.stak.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.SignedCursor;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.model.IdText;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.model.WebhookEvents.EventType;
import dev.trestle.stak.model.WebhookEvents.OfEvent;
import dev.trestle.stak.model.WebhookEvents.WebhookEvent;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.stak.webhook.WebhookSignatures;
import dev.trestle.stak.webhook.Webhooks;
import dev.trestle.stak.webhook.Webhooks.ReplayRange;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * {@code /stack/admin/v1/{tenant}/webhook}: the signing key, how the last calls went, and sending
 * events again.
 */
public final class WebhookApi {
  private static final int EVENT_LENGTH_MAX = 128;

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

  record ReplayRequest(
      long from, Optional<Long> to, Optional<Boolean> failedOnly, Optional<String> next) {}

  record ReplayedView(long replayed, Optional<String> nextToken) {}

  record WebhookView(String signingKey, long keyNumber, Optional<List<EventView>> events) {}

  private final SettingsStore settings;
  private final WebhookSignatures signatures;
  private final Webhooks webhooks;
  private final Guards guards;
  private final SignedCursor cursors;
  private final InstantSource clock;

  public WebhookApi(
      SettingsStore settings,
      WebhookSignatures signatures,
      Webhooks webhooks,
      Guards guards,
      SignedCursor cursors,
      InstantSource clock) {
    this.settings = settings;
    this.signatures = signatures;
    this.webhooks = webhooks;
    this.guards = guards;
    this.cursors = cursors;
    this.clock = clock;
  }

  public void addTo(Router router) {
    router.get(AdminApi.TENANT + "webhook", guards.admin(this::read));
    router.post(AdminApi.TENANT + "webhook/rotate", guards.admin(this::rotate));
    router.post(AdminApi.TENANT + "webhook/replay", guards.admin(this::replayPeriod));
    router.post(AdminApi.TENANT + "webhook/events/{event}/replay", guards.admin(this::replayOne));
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

  private Reply replayOne(Call call) {
    var event = new OfEvent(call.noted(Guards.Admin.class).tenant(), call.pathParameter("event"));
    if (!IdText.isValid(event.event(), EVENT_LENGTH_MAX) || !webhooks.replay(event)) {
      throw new Refusal.NotFound(Refusal.Resource.WEBHOOK_EVENT);
    }
    return StakReplies.ok();
  }

  private Reply replayPeriod(Call call) {
    var tenant = call.noted(Guards.Admin.class).tenant();
    var request = call.json(ReplayRequest.class);
    var range =
        new ReplayRange(
            Inputs.second("from", request.from()),
            Inputs.second("to", request.to().orElseGet(() -> clock.instant().getEpochSecond())),
            request.failedOnly().orElse(false));
    if (range.to().isBefore(range.from())) {
      throw new Refusal.Invalid("to", "Use a time after from.");
    }
    var list = "webhook events\n" + tenant;
    var below =
        request.next().map(token -> cursors.read(list, "next", token)).orElseGet(range::first);
    var replayed = webhooks.replay(tenant, range, below);
    return StakReplies.ok(
        new ReplayedView(
            replayed.events(), replayed.next().map(event -> cursors.write(list, event))));
  }
}

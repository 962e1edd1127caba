package dev.trestle.stak.model;

import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.EVENT;
import static dev.trestle.stak.model.StakTable.TABLE;
import static java.lang.invoke.MethodHandles.lookup;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.stak.model.Tenants.OfTenant;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/** The events that tenants' webhooks get, and how sending them went. */
public final class WebhookEvents {
  /** The types of events that a tenant can choose. */
  public enum EventType {
    MESSAGE_DELIVERED("message.delivered"),
    MESSAGE_FAILED("message.failed"),
    MESSAGE_PUBLISHED("message.published"),
    MESSAGE_READ("message.read"),
    MESSAGE_REDACTED("message.redacted");

    private final String text;

    EventType(String text) {
      this.text = text;
    }

    /** As requests and webhooks name it. */
    @JsonValue
    public String text() {
      return text;
    }

    public static Optional<EventType> parse(String text) {
      return Arrays.stream(values()).filter(type -> type.text.equals(text)).findFirst();
    }
  }

  /**
   * One event.
   *
   * @param event its id, the same each time it is sent
   * @param lastResult how the last attempt ended
   */
  public record WebhookEvent(
      TenantId tenant,
      String event,
      EventType type,
      String body,
      Instant createdAt,
      Optional<Instant> acceptedAt,
      long attempts,
      Optional<String> lastResult,
      Instant ttl) {}

  public static final Entity<WebhookEvent> WEBHOOK_EVENT =
      TABLE
          .entity(WebhookEvent.class, lookup())
          .partition(Tenants.TENANT_PARTITION)
          .sort(KeyTemplate.of("w#<event>", EVENT))
          .snakeCase()
          .expires(WebhookEvent::ttl)
          .maxBytes(60_000)
          .population(Population.of(100_000, 20_000).kept(Duration.ofDays(7)))
          .example(
              new WebhookEvent(
                  Examples.TENANT,
                  Examples.ID + ".read",
                  EventType.MESSAGE_READ,
                  "{\"type\":\"message.read\",\"user\":\"user456\"}",
                  Examples.NOW,
                  Optional.of(Examples.NOW),
                  1,
                  Optional.of("accepted"),
                  Examples.LATER));

  public record OfEvent(TenantId tenant, String event) {}

  public static final Put<WebhookEvent, WebhookEvent> ADD =
      WEBHOOK_EVENT.put("webhook.put", "an event to send").ifAbsent().load(perSecond(10)).build();

  /** The same as a step of the transaction that makes the change. */
  static final Put<WebhookEvent, WebhookEvent> ADD_WITH_CHANGE =
      WEBHOOK_EVENT.put("webhook.read", "the event of a user's change").build();

  public static final Get<OfEvent, WebhookEvent> READ =
      WEBHOOK_EVENT
          .get("webhook.get", "one event", OfEvent.class)
          .consistent()
          .load(perSecond(10))
          .build();

  public record SendAttempt(
      TenantId tenant, String event, long attempts, String result, Optional<Instant> acceptedAt) {}

  public static final Update<SendAttempt, WebhookEvent> RECORD_ATTEMPT =
      WEBHOOK_EVENT
          .update("webhook.tried", "how an attempt ended", SendAttempt.class)
          .set(WebhookEvent::attempts)
          .to(param(SendAttempt::attempts))
          .set(optional(WebhookEvent::lastResult))
          .to(param(SendAttempt::result))
          .set(WebhookEvent::acceptedAt)
          .to(param(SendAttempt::acceptedAt))
          .load(perSecond(10))
          .build();

  public static final Update<OfEvent, WebhookEvent> RESET =
      WEBHOOK_EVENT
          .update("webhook.replay", "an event is to be sent again", OfEvent.class)
          .set(WebhookEvent::attempts)
          .to(0L)
          .remove(WebhookEvent::lastResult)
          .remove(WebhookEvent::acceptedAt)
          .load(perSecond(0.1))
          .build();

  /** Events with lower ids; the ids begin with the time of their message or their reading. */
  public static final Query<OfEvent, WebhookEvent> NEWEST_BELOW =
      WEBHOOK_EVENT
          .query("webhook.below", "events of a tenant below an id", OfEvent.class)
          .before(OfEvent::event)
          .descending()
          .consistent()
          .page(100)
          .load(perSecond(0.01))
          .build();

  public static final Query<OfTenant, WebhookEvent> NEWEST =
      WEBHOOK_EVENT
          .query("webhook.list", "latest events of a tenant", OfTenant.class)
          .descending()
          .page(50)
          .load(perSecond(0.01))
          .build();

  private WebhookEvents() {}
}

package dev.trestle.stak.webhook;

import dev.trestle.platform.queue.NewJob;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.system.Ids;
import dev.trestle.platform.web.Json;
import dev.trestle.stak.event.EventOutbox;
import dev.trestle.stak.event.InboxEvent;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.MessageKey;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.Tenants.OfTenant;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.WebhookEvents;
import dev.trestle.stak.model.WebhookEvents.EventType;
import dev.trestle.stak.model.WebhookEvents.OfEvent;
import dev.trestle.stak.model.WebhookEvents.WebhookEvent;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Stores the events that tenants want and enqueues them. The event of a delivery is stored before
 * its chunk is concluded, under an id of its own, so it is stored once and sent at least once. The
 * event of a user's change is stored in one transaction with the change.
 */
public final class Webhooks implements Consumer<InboxEvent>, EventOutbox {
  public static final String QUEUE = "stak-webhook";

  /** Ends the payload of a job that sends an event even if it was accepted. */
  static final String AGAIN = "again";

  /** A change is usually written this soon after its job. If it takes longer, the job retries. */
  private static final Duration WRITTEN_WITHIN = Duration.ofMillis(300);

  private static final Duration KEPT_FOR = Duration.ofDays(7);
  private static final int LIST_MAX = 50;

  /** How many events one replay looks at; the next one goes on. */
  private static final int EXAMINED_MAX = 1000;

  private final Store store;
  private final SettingsStore settings;
  private final WorkQueue queue;
  private final InstantSource clock;
  private final Ids ids;

  public Webhooks(
      Store store, SettingsStore settings, WorkQueue queue, InstantSource clock, Ids ids) {
    this.store = store;
    this.settings = settings;
    this.queue = queue;
    this.clock = clock;
    this.ids = ids;
  }

  @Override
  public void accept(InboxEvent event) {
    switch (event) {
      case InboxEvent.Delivered(var message, var category, var part, var users) ->
          add(message, EventType.MESSAGE_DELIVERED, "." + part, category, users);
      case InboxEvent.Undelivered(var message, var category, var part, var users) ->
          add(message, EventType.MESSAGE_FAILED, "." + part, category, users);
      case InboxEvent.Redacted(var message, var part, var users) ->
          add(message, EventType.MESSAGE_REDACTED, "." + part, "", users);
      case InboxEvent.BroadcastSent(var message, var category) ->
          add(message, EventType.MESSAGE_PUBLISHED, "", category, List.of());
      case InboxEvent.BroadcastRedacted(var message) ->
          add(message, EventType.MESSAGE_REDACTED, "", "", List.of());
      // Stored with the change, by an outbox entry.
      case InboxEvent.MessagesRead _, InboxEvent.AllRead _ -> {}
      case InboxEvent.InboxChanged _ -> {}
    }
  }

  /** The event's id is the same when it is published again: then it is stored once. */
  private void add(
      MessageKey message, EventType type, String part, String category, List<UserId> users) {
    if (!isWanted(message.tenant(), type)) return;
    var id = message.id() + "." + type.text().substring("message.".length()) + part;
    var body =
        new WebhookBody.OfMessage(
            type,
            message.tenant(),
            message.inbox(),
            clock.instant().getEpochSecond(),
            message.id(),
            Optional.of(category).filter(text -> !text.isEmpty()),
            Optional.of(users).filter(list -> !list.isEmpty()),
            id);
    store.run(WebhookEvents.ADD, event(message.tenant(), id, type, body));
    enqueue(message.tenant(), id, clock.instant().truncatedTo(ChronoUnit.SECONDS));
  }

  @Override
  public Entry newEntry() {
    return new ReadEntry();
  }

  /**
   * The event of what a user reads. Its job is enqueued before the event is written: a job without
   * an event ends by itself, but an event without a job would never be sent.
   */
  private final class ReadEntry implements Entry {
    private final String id = ids.next() + ".read";
    private boolean isEnqueued;

    @Override
    public Optional<WebhookEvent> of(InboxEvent.ByUser change) {
      var tenant = change.key().tenant();
      if (!isWanted(tenant, EventType.MESSAGE_READ)) return Optional.empty();
      return body(change)
          .map(body -> {
            if (!isEnqueued) {
              enqueue(tenant, id, clock.instant().plus(WRITTEN_WITHIN));
              isEnqueued = true;
            }
            return event(tenant, id, EventType.MESSAGE_READ, body);
          });
    }

    private Optional<WebhookBody> body(InboxEvent.ByUser change) {
      return switch (change) {
        case InboxEvent.MessagesRead(var key, var messages, var at) ->
            Optional.of(
                new WebhookBody.Read(
                    EventType.MESSAGE_READ,
                    key.tenant(),
                    key.inbox(),
                    at.getEpochSecond(),
                    key.user(),
                    Optional.of(messages),
                    Optional.empty(),
                    id));
        case InboxEvent.AllRead(var key, var upTo, var at) ->
            Optional.of(
                new WebhookBody.Read(
                    EventType.MESSAGE_READ,
                    key.tenant(),
                    key.inbox(),
                    at.getEpochSecond(),
                    key.user(),
                    Optional.empty(),
                    Optional.of(upTo.getEpochSecond()),
                    id));
        case InboxEvent.InboxChanged _ -> Optional.empty();
      };
    }
  }

  private WebhookEvent event(TenantId tenant, String id, EventType type, WebhookBody body) {
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    return new WebhookEvent(
        tenant,
        id,
        type,
        new String(Json.write(body), StandardCharsets.UTF_8),
        now,
        Optional.empty(),
        0,
        Optional.empty(),
        now.plus(KEPT_FOR));
  }

  private void enqueue(TenantId tenant, String event, Instant due) {
    queue.enqueue(new NewJob(QUEUE, event, tenant + " " + event, due));
  }

  private boolean isWanted(TenantId tenant, EventType type) {
    return settings
        .settings(tenant)
        .flatMap(TenantSettings::webhook)
        .filter(webhook -> webhook.events().contains(type))
        .isPresent();
  }

  /**
   * Sends an event again, even if it was accepted.
   *
   * @return false if there is no such event; events are kept for a week
   */
  public boolean replay(OfEvent event) {
    if (!store.run(WebhookEvents.RESET, event).isDone()) return false;
    var payload = event.tenant() + " " + event.event() + " " + AGAIN;
    queue.enqueue(new NewJob(QUEUE, event.event(), payload, clock.instant()));
    return true;
  }

  /** Which events to send again: those created between two times, both included. */
  public record ReplayRange(Instant from, Instant to, boolean failedOnly) {
    boolean includes(WebhookEvent event) {
      return !event.createdAt().isBefore(from)
          && !event.createdAt().isAfter(to)
          && (!failedOnly || (event.acceptedAt().isEmpty() && event.lastResult().isPresent()));
    }

    /** Above the ids of all events of the period: no event is older than its id. */
    public String first() {
      return MessageId.lastOf(to) + ".z";
    }
  }

  /**
   * What a replay did.
   *
   * @param next where the next call goes on, if there may be more
   */
  public record Replayed(long events, Optional<String> next) {}

  /**
   * Sends events of a period again. Looks at a thousand events, newest first.
   *
   * @param below the id below which it begins
   */
  public Replayed replay(TenantId tenant, ReplayRange range, String below) {
    var examined =
        store.stream(WebhookEvents.NEWEST_BELOW, new OfEvent(tenant, below), EXAMINED_MAX).toList();
    long replayed =
        examined.stream()
            .filter(range::includes)
            .filter(event -> replay(new OfEvent(tenant, event.event())))
            .count();
    return new Replayed(
        replayed,
        examined.size() < EXAMINED_MAX
            ? Optional.empty()
            : Optional.of(examined.getLast().event()));
  }

  /** The latest events of a tenant, and how sending them went. */
  public List<WebhookEvent> latest(TenantId tenant) {
    return store.stream(WebhookEvents.NEWEST, new OfTenant(tenant), LIST_MAX).toList();
  }
}

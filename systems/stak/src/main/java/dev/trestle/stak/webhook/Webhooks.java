package dev.trestle.stak.webhook;

import dev.trestle.platform.queue.Work;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.web.Json;
import dev.trestle.stak.event.Happening;
import dev.trestle.stak.event.Notices;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Tenants;
import dev.trestle.stak.model.Tenants.OfTenant;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.model.Tenants.WebhookEvent;
import dev.trestle.stak.tenant.Directory;
import dev.trestle.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Keeps what tenants want to be told and has it sent. A delivery is kept before its chunk is
 * concluded, under a name of its own: it is told at least once and kept once. What users do is kept
 * in one transaction with its doing.
 */
public final class Webhooks implements Consumer<Happening>, Notices {
  /** What can be told. */
  public static final Set<String> KINDS = Set.of("message.delivered", "message.read");

  public static final String QUEUE = "stak-webhook";

  /** A change is written so soon after its job; if it takes longer the job comes again. */
  private static final Duration WRITTEN_WITHIN = Duration.ofMillis(300);

  private static final Duration KEPT = Duration.ofDays(7);
  private static final int LISTED_MAX = 50;

  private final Store store;
  private final Directory directory;
  private final WorkQueue queue;
  private final InstantSource clock;
  private final Supplier<String> ids;

  public Webhooks(
      Store store,
      Directory directory,
      WorkQueue queue,
      InstantSource clock,
      Supplier<String> ids) {
    this.store = store;
    this.directory = directory;
    this.queue = queue;
    this.clock = clock;
    this.ids = ids;
  }

  @Override
  public void accept(Happening happening) {
    switch (happening) {
      case Happening.Delivered delivered -> tell(delivered);
      // Those of users are kept with what they do, by their notices.
      case Happening.Read _, Happening.AllRead _ -> {}
      case Happening.Broadcast _,
          Happening.Redacted _,
          Happening.BroadcastRedacted _,
          Happening.Changed _ -> {}
    }
  }

  @Override
  public Notice next() {
    return new Reading();
  }

  /**
   * What a user reads. Its job is enqueued before the event is written: a job that finds no event
   * is given up, but an event without a job would never be told.
   */
  private final class Reading implements Notice {
    private final String event = ids.get() + ".read";
    private boolean isEnqueued;

    @Override
    public Optional<WebhookEvent> of(Happening coming) {
      if (!isWanted(coming.tenant(), "message.read")) return Optional.empty();
      return body(coming)
          .map(body -> {
            if (!isEnqueued) {
              enqueue(coming.tenant(), event, clock.instant().plus(WRITTEN_WITHIN));
              isEnqueued = true;
            }
            return event(coming.tenant(), event, "message.read", body);
          });
    }

    private static Optional<Map<String, Object>> body(Happening coming) {
      return switch (coming) {
        case Happening.Read(var of, var messages, var at) -> {
          var body = body(of, at);
          body.put("messages", messages);
          yield Optional.of(body);
        }
        case Happening.AllRead(var of, var upTo, var at) -> {
          var body = body(of, at);
          body.put("up_to", upTo.getEpochSecond());
          yield Optional.of(body);
        }
        case Happening.Delivered _,
            Happening.Broadcast _,
            Happening.Redacted _,
            Happening.BroadcastRedacted _,
            Happening.Changed _ ->
            Optional.empty();
      };
    }

    private static Map<String, Object> body(OfInbox of, Instant at) {
      var body = Webhooks.body("message.read", of.tenant(), of.inbox(), at);
      body.put("user", of.user());
      return body;
    }
  }

  private void tell(Happening.Delivered delivered) {
    var body = body("message.delivered", delivered.tenant(), delivered.inbox(), clock.instant());
    body.put("id", delivered.id());
    body.put("category", delivered.category());
    body.put("users", delivered.users());
    var event = delivered.id() + ".delivered." + delivered.part();
    tell(delivered.tenant(), event, "message.delivered", body);
  }

  private static Map<String, Object> body(String kind, String tenant, String inbox, Instant at) {
    var body = new LinkedHashMap<String, Object>();
    body.put("type", kind);
    body.put("tenant", tenant);
    body.put("inbox", inbox);
    body.put("at", at.getEpochSecond());
    return body;
  }

  private void tell(String tenant, String event, String kind, Map<String, Object> body) {
    if (!isWanted(tenant, kind)) return;
    store.run(Tenants.TELL, event(tenant, event, kind, body));
    enqueue(tenant, event, clock.instant().truncatedTo(ChronoUnit.SECONDS));
  }

  private WebhookEvent event(String tenant, String event, String kind, Map<String, Object> body) {
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    body.put("event", event);
    return new WebhookEvent(
        tenant,
        event,
        kind,
        new String(Json.write(body), StandardCharsets.UTF_8),
        now,
        Optional.empty(),
        0,
        Optional.empty(),
        now.plus(KEPT));
  }

  private void enqueue(String tenant, String event, Instant due) {
    queue.enqueue(new Work(QUEUE, event, tenant + " " + event, due));
  }

  private boolean isWanted(String tenant, String kind) {
    return directory
        .settings(tenant)
        .flatMap(TenantSettings::webhook)
        .filter(hook -> hook.events().contains(kind))
        .isPresent();
  }

  /** What was to be told last, and how that went. */
  public List<WebhookEvent> latest(String tenant) {
    return store.stream(Tenants.EVENTS, new OfTenant(tenant), LISTED_MAX).toList();
  }
}

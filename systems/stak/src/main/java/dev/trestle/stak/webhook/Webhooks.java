package dev.trestle.stak.webhook;

import dev.trestle.platform.queue.Work;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.web.Json;
import dev.trestle.stak.event.Happening;
import dev.trestle.stak.model.Tenants;
import dev.trestle.stak.model.Tenants.OfTenant;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.model.Tenants.Webhook;
import dev.trestle.stak.model.Tenants.WebhookEvent;
import dev.trestle.stak.tenant.Directory;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
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
 * after the fact.
 */
public final class Webhooks implements Consumer<Happening> {
  /** What can be told. */
  public static final Set<String> KINDS = Set.of("message.delivered", "message.read");

  public static final String QUEUE = "stak-webhook";

  private static final System.Logger LOG = System.getLogger(Webhooks.class.getName());
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
      case Happening.Read(var of, var messages, var at) -> {
        var body = body("message.read", of.tenant(), of.inbox(), at);
        body.put("user", of.user());
        body.put("messages", messages);
        tellIfPossible(of.tenant(), ids.get() + ".read", "message.read", body);
      }
      case Happening.AllRead(var of, var upTo, var at) -> {
        var body = body("message.read", of.tenant(), of.inbox(), at);
        body.put("user", of.user());
        body.put("up_to", upTo.getEpochSecond());
        tellIfPossible(of.tenant(), ids.get() + ".read", "message.read", body);
      }
      case Happening.Broadcast _,
          Happening.Redacted _,
          Happening.BroadcastRedacted _,
          Happening.Changed _ -> {}
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

  /** The user has read it all the same, whether it can be told or not. */
  private void tellIfPossible(String tenant, String event, String kind, Map<String, Object> body) {
    try {
      tell(tenant, event, kind, body);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a webhook's event was not kept", e);
    }
  }

  private void tell(String tenant, String event, String kind, Map<String, Object> body) {
    if (wanted(tenant).filter(hook -> hook.events().contains(kind)).isEmpty()) return;
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    body.put("event", event);
    var kept =
        new WebhookEvent(
            tenant,
            event,
            kind,
            new String(Json.write(body), StandardCharsets.UTF_8),
            now,
            Optional.empty(),
            0,
            Optional.empty(),
            now.plus(KEPT));
    store.run(Tenants.TELL, kept);
    queue.enqueue(new Work(QUEUE, event, tenant + " " + event, now));
  }

  private Optional<Webhook> wanted(String tenant) {
    return directory.settings(tenant).flatMap(TenantSettings::webhook);
  }

  /** What was to be told last, and how that went. */
  public List<WebhookEvent> latest(String tenant) {
    return store.stream(Tenants.EVENTS, new OfTenant(tenant), LISTED_MAX).toList();
  }
}

package dev.trestle.stak.webhook;

import dev.trestle.platform.queue.Claim;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.NewJob;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.queue.Worker;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.model.WebhookEvents;
import dev.trestle.stak.model.WebhookEvents.OfEvent;
import dev.trestle.stak.model.WebhookEvents.SendAttempt;
import dev.trestle.stak.model.WebhookEvents.WebhookEvent;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.stak.tenant.TenantStates;
import dev.trestle.store.Store;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Sends events to webhooks until they are accepted with a status of 200 to 299. A tenant has only a
 * few calls at a time, so that a slow webhook does not keep those of others waiting.
 */
public final class WebhookSender implements AutoCloseable {
  /** How soon the events of a suspended tenant are looked at again. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private static final Duration VISIBILITY = Duration.ofSeconds(30);
  private static final int CONCURRENCY = 32;
  private static final int CALLS_PER_TENANT_MAX = 4;

  /** After this many attempts, an event that is still not stored never will be. */
  private static final int MISSING_ATTEMPTS_MAX = 4;

  /** How a call ended. */
  private sealed interface CallOutcome {
    record Accepted() implements CallOutcome {}

    record Rejected(String result) implements CallOutcome {}
  }

  private final Store store;
  private final SettingsStore settings;
  private final TenantStates states;
  private final WorkQueue queue;
  private final WebhookSignatures signatures;
  private final InstantSource clock;
  private final WebhookOptions options;
  private final Map<TenantId, Integer> calls = new ConcurrentHashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("stak-webhook-deadlines").factory());
  private final WebhookCall call;

  public WebhookSender(
      Store store,
      SettingsStore settings,
      TenantStates states,
      WorkQueue queue,
      WebhookSignatures signatures,
      InstantSource clock,
      WebhookOptions options) {
    this.store = store;
    this.settings = settings;
    this.states = states;
    this.queue = queue;
    this.signatures = signatures;
    this.clock = clock;
    this.options = options;
    this.call = new WebhookCall(options.timeout(), timer);
  }

  /** Starts to send, until the worker is closed. */
  public Worker start() {
    return queue.work(
        Webhooks.QUEUE, new WorkOptions(CONCURRENCY, VISIBILITY, options.backoff()), this::handle);
  }

  private JobOutcome handle(Claim claim) {
    var words = claim.payload().split(" ", -1);
    boolean isReplay = words.length == 3 && words[2].equals(Webhooks.AGAIN);
    if (words.length != 2 && !isReplay) return JobOutcome.failed("not a webhook job");
    var tenant = new TenantId(words[0]);
    switch (states.of(tenant)) {
      case active -> {}
      case suspended -> {
        var due = clock.instant().plus(PAUSE);
        queue.enqueue(new NewJob(Webhooks.QUEUE, words[1], claim.payload(), due));
        return JobOutcome.done();
      }
      case deleting -> {
        return JobOutcome.done();
      }
    }
    var event = store.run(WebhookEvents.READ, new OfEvent(tenant, words[1]));
    var tenantSettings = settings.settings(tenant);
    if (tenantSettings.flatMap(TenantSettings::webhook).isEmpty()) return JobOutcome.done();
    if (event.isEmpty()) {
      // Written after its job: late if the writer is slow, never if it was killed.
      return claim.attempt() < MISSING_ATTEMPTS_MAX
          ? JobOutcome.retry("not written yet")
          : JobOutcome.done();
    }
    // A call under way when the replay was asked for may have been accepted since.
    if (event.get().acceptedAt().isPresent() && !isReplay) return JobOutcome.done();
    var outcome = sendInTurn(tenantSettings.get(), event.get());
    record(claim, event.get(), outcome);
    return switch (outcome) {
      case CallOutcome.Accepted _ -> JobOutcome.done();
      case CallOutcome.Rejected(var result) -> JobOutcome.retry(result);
    };
  }

  private void record(Claim claim, WebhookEvent event, CallOutcome outcome) {
    var attempt =
        switch (outcome) {
          case CallOutcome.Accepted _ ->
              attempt(
                  claim,
                  event,
                  "accepted",
                  Optional.of(clock.instant().truncatedTo(ChronoUnit.SECONDS)));
          case CallOutcome.Rejected(var result) -> attempt(claim, event, result, Optional.empty());
        };
    store.run(WebhookEvents.RECORD_ATTEMPT, attempt);
  }

  private static SendAttempt attempt(
      Claim claim, WebhookEvent event, String result, Optional<Instant> acceptedAt) {
    return new SendAttempt(event.tenant(), event.event(), claim.attempt(), result, acceptedAt);
  }

  /** An event whose tenant has too many calls already waits like one that failed. */
  private CallOutcome sendInTurn(TenantSettings tenantSettings, WebhookEvent event) {
    var tenant = event.tenant();
    if (calls.merge(tenant, 1, Integer::sum) > CALLS_PER_TENANT_MAX) {
      release(tenant);
      return new CallOutcome.Rejected("other calls are still waiting for a response");
    }
    try {
      return send(tenantSettings, event);
    } finally {
      release(tenant);
    }
  }

  private void release(TenantId tenant) {
    calls.computeIfPresent(tenant, (_, count) -> count == 1 ? null : count - 1);
  }

  private CallOutcome send(TenantSettings tenantSettings, WebhookEvent event) {
    var url = tenantSettings.webhook().orElseThrow().url();
    return switch (options.addresses().check(url)) {
      case AddressPolicy.Verdict.Refused _ -> new CallOutcome.Rejected("address not allowed");
      case AddressPolicy.Verdict.Allowed allowed -> post(allowed, tenantSettings, event);
    };
  }

  private CallOutcome post(
      AddressPolicy.Verdict.Allowed target, TenantSettings tenantSettings, WebhookEvent event) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("Content-Type", "application/json");
    headers.put("Stak-Event", event.event());
    headers.put(
        WebhookSignatures.HEADER,
        signatures.header(
            event.tenant(), tenantSettings.webhookKey(), clock.instant(), event.body()));
    try {
      int status = call.post(target.url(), target.address(), headers, event.body());
      return status >= 200 && status < 300
          ? new CallOutcome.Accepted()
          : new CallOutcome.Rejected("status " + status);
    } catch (IOException e) {
      return new CallOutcome.Rejected("no response: " + e.getClass().getSimpleName());
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}

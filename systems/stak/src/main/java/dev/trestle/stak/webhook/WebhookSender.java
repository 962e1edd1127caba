package dev.trestle.stak.webhook;

import dev.trestle.platform.outbound.AddressPolicy;
import dev.trestle.platform.outbound.CallLimit;
import dev.trestle.platform.outbound.PinnedCall;
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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Optional;

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

    /** It was not called, because the tenant has as many calls as it may. */
    record TurnedAway() implements CallOutcome {}
  }

  private final Store store;
  private final SettingsStore settings;
  private final TenantStates states;
  private final WorkQueue queue;
  private final WebhookSignatures signatures;
  private final InstantSource clock;
  private final WebhookOptions options;
  private final CallLimit<TenantId> calls = new CallLimit<>(CALLS_PER_TENANT_MAX);
  private final PinnedCall call;

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
    this.call = new PinnedCall(options.timeout());
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
    return switch (sendInTurn(tenantSettings.get(), event.get())) {
      case CallOutcome.Accepted _ -> {
        var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        record(claim, event.get(), "accepted", Optional.of(now));
        yield JobOutcome.done();
      }
      case CallOutcome.Rejected(var result) -> {
        record(claim, event.get(), result, Optional.empty());
        yield JobOutcome.retry(result);
      }
      case CallOutcome.TurnedAway _ -> {
        var waited = Duration.between(claim.due(), clock.instant());
        yield JobOutcome.postponed(CallLimit.pauseMax(waited));
      }
    };
  }

  private void record(
      Claim claim, WebhookEvent event, String result, Optional<Instant> acceptedAt) {
    store.run(
        WebhookEvents.RECORD_ATTEMPT,
        new SendAttempt(event.tenant(), event.event(), claim.attempt(), result, acceptedAt));
  }

  private CallOutcome sendInTurn(TenantSettings tenantSettings, WebhookEvent event) {
    return calls
        .run(event.tenant(), () -> send(tenantSettings, event))
        .orElseGet(CallOutcome.TurnedAway::new);
  }

  private CallOutcome send(TenantSettings tenantSettings, WebhookEvent event) {
    var url = tenantSettings.webhook().orElseThrow().url();
    return switch (options.addresses().check(event.tenant().value(), url)) {
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
      var body = event.body().getBytes(StandardCharsets.UTF_8);
      int status = call.post(target, headers, body).status();
      return status >= 200 && status < 300
          ? new CallOutcome.Accepted()
          : new CallOutcome.Rejected("status " + status);
    } catch (IOException e) {
      return new CallOutcome.Rejected("no response: " + e.getClass().getSimpleName());
    }
  }

  @Override
  public void close() {
    call.close();
  }
}

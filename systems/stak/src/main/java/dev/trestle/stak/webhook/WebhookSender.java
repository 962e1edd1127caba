package dev.trestle.stak.webhook;

import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.queue.Claim;
import dev.trestle.platform.queue.Handled;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.queue.Worker;
import dev.trestle.stak.model.Tenants;
import dev.trestle.stak.model.Tenants.Attempt;
import dev.trestle.stak.model.Tenants.OfEvent;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.model.Tenants.WebhookEvent;
import dev.trestle.stak.tenant.Directory;
import dev.trestle.store.Store;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Sends what webhooks are to be told, until it is accepted with a status of 200 to 299. */
public final class WebhookSender implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int AT_ONCE = 32;
  private static final int LOOKED_FOR = 4;

  /** Ten attempts over some hours. */
  public static final Backoff PATIENCE =
      new Backoff(10, Duration.ofSeconds(5), Duration.ofHours(1));

  private final Store store;
  private final Directory directory;
  private final WorkQueue queue;
  private final Signatures signatures;
  private final Targets targets;
  private final InstantSource clock;
  private final Backoff backoff;
  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(TIMEOUT)
          .followRedirects(Redirect.NEVER)
          .version(HttpClient.Version.HTTP_1_1)
          .build();

  public WebhookSender(
      Store store,
      Directory directory,
      WorkQueue queue,
      Signatures signatures,
      Targets targets,
      InstantSource clock,
      Backoff backoff) {
    this.store = store;
    this.directory = directory;
    this.queue = queue;
    this.signatures = signatures;
    this.targets = targets;
    this.clock = clock;
    this.backoff = backoff;
  }

  /** Begins to send, until the worker is closed. */
  public Worker start() {
    var options = new WorkOptions(AT_ONCE, Duration.ofSeconds(30), backoff);
    return queue.work(Webhooks.QUEUE, options, this::handle);
  }

  private Handled handle(Claim claim) throws InterruptedException {
    var words = claim.payload().split(" ", -1);
    if (words.length != 2) return Handled.hopeless("not a job of this queue");
    var event = store.run(Tenants.TOLD, new OfEvent(words[0], words[1]));
    var settings = directory.settings(words[0]);
    if (settings.flatMap(TenantSettings::webhook).isEmpty()) return Handled.done();
    if (event.isEmpty()) {
      // It is written after its job: late if its writer is slow, never if that was killed.
      return claim.attempt() < LOOKED_FOR ? Handled.retry("not written yet") : Handled.done();
    }
    if (event.get().acceptedAt().isPresent()) return Handled.done();
    var answer = send(settings.get(), event.get());
    var accepted =
        answer.equals("accepted")
            ? Optional.of(clock.instant().truncatedTo(ChronoUnit.SECONDS))
            : Optional.<Instant>empty();
    store.run(Tenants.TRIED, new Attempt(words[0], words[1], claim.attempt(), answer, accepted));
    return accepted.isPresent() ? Handled.done() : Handled.retry(answer);
  }

  private String send(TenantSettings settings, WebhookEvent event) throws InterruptedException {
    var url = settings.webhook().orElseThrow().url();
    if (targets.fault(url).isPresent()) return "the address is not allowed";
    var now = clock.instant();
    var request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .header("Stak-Event", event.event())
            .header(
                Signatures.HEADER,
                signatures.header(event.tenant(), settings.webhookKey(), now, event.body()))
            .POST(BodyPublishers.ofString(event.body()))
            .build();
    try {
      int status = http.send(request, BodyHandlers.discarding()).statusCode();
      return status >= 200 && status < 300 ? "accepted" : "status " + status;
    } catch (IOException e) {
      return "no answer: " + e.getClass().getSimpleName();
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}

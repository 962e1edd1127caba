package dev.trestle.bench.stak;

import dev.trestle.bench.Latencies;
import dev.trestle.stak.client.AdminClient;
import dev.trestle.stak.client.AdminClient.Content;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * Another tenant, who posts a message to one user at a time: how long it takes from the post until
 * the user has it.
 */
final class SmallTenant implements AutoCloseable {
  private static final Content CONTENT = Content.of("Your parcel", "It has arrived.");
  private static final int PAUSE_MILLIS = 200;
  private static final int POLL_MILLIS = 20;

  private final AdminClient admin;
  private final Latencies latencies = new Latencies();
  private final Thread posting;
  private volatile boolean isOver;

  /** Starts to post. */
  SmallTenant(AdminClient admin) {
    this.admin = admin;
    this.posting = Thread.ofPlatform().start(this::post);
  }

  private void post() {
    try {
      while (!isOver) {
        long start = System.nanoTime();
        var posted = admin.post("parcel", List.of("ann"), CONTENT, UUID.randomUUID().toString());
        while (!admin.progress(posted.id()).isDone()) Thread.sleep(POLL_MILLIS);
        latencies.add(System.nanoTime() - start);
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops, and waits for the message under way. */
  @Override
  public void close() {
    isOver = true;
    try {
      posting.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The latencies, once it is closed. */
  String summary() {
    return String.format(
        Locale.ROOT,
        "%.0f / %.0f / %.0f (p50 / p99 / longest ms of %d messages)",
        latencies.micros(0.5) / 1000,
        latencies.micros(0.99) / 1000,
        latencies.micros(1) / 1000,
        latencies.count());
  }
}

package dev.trestle.stak.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Many broadcasts to many open streams. */
final class CountReadsTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final int AT_ONCE = 4;
  private static final int SUBSCRIBERS = 500;
  private static final int BROADCASTS = 20;

  @Test
  void a_broadcast_reads_few_counts_at_a_time_and_each_once() throws InterruptedException {
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    var all = new AtomicInteger();
    var gate = new CountDownLatch(1);
    Runnable read =
        () -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          all.incrementAndGet();
          try {
            gate.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          running.decrementAndGet();
        };
    try (var reads = new CountReads(AT_ONCE)) {
      for (int user = 0; user < AT_ONCE; user++) reads.request(user, read);
      Await.until(() -> running.get() == AT_ONCE, SOON);
      // Those that are being read may miss what happens now, so they are read once more.
      for (int broadcast = 0; broadcast < BROADCASTS; broadcast++) {
        for (int user = 0; user < SUBSCRIBERS; user++) reads.request(user, read);
      }
      gate.countDown();
    }
    assertThat(most.get()).isEqualTo(AT_ONCE);
    assertThat(all.get()).isEqualTo(SUBSCRIBERS + AT_ONCE);
  }

  @Test
  void a_read_that_fails_gives_its_place_back() {
    var done = new AtomicInteger();
    try (var reads = new CountReads(1)) {
      reads.request(
          "a",
          () -> {
            throw new IllegalStateException("on purpose");
          });
      reads.request("b", done::incrementAndGet);
    }
    assertThat(done.get()).isEqualTo(1);
  }

  @Test
  void a_fatal_error_in_a_read_is_told() {
    var fatal = new ConcurrentLinkedQueue<Throwable>();
    var before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, error) -> fatal.add(error));
    try (var reads = new CountReads(1)) {
      reads.request(
          "a",
          () -> {
            throw new InternalError("on purpose");
          });
      Await.until(() -> fatal.stream().anyMatch(InternalError.class::isInstance), SOON);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }
}

package dev.trestle.platform.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.feed.ChangeFeed.Start;
import dev.trestle.platform.feed.Notes.Note;
import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.platform.lease.PollInterval;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A feed of the embedded engine's streams. */
final class StreamFeedTest extends ChangeFeedContract {
  private static final Duration LEASE = Duration.ofMillis(800);

  private final Trestle trestle = Trestle.inMemory();
  private final Store store = create(trestle);
  private final StreamFeed feed = feed(trestle, "one", FailPoints.NONE);

  static Store create(Trestle trestle) {
    TableCreation.create(Notes.MODEL, trestle.client(), "");
    TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
    return Store.of(Notes.MODEL, trestle.client());
  }

  static StreamFeed feed(Trestle trestle, String member, FailPoints failPoints) {
    return new StreamFeed(
        trestle.client(),
        trestle.streamsClient(),
        StoreOptions.standard(),
        FeedOptions.woken(member, trestle.engine()::awaitRecords)
            .leases(new LeaseOptions(member, LEASE, Duration.ofMillis(100)))
            .failPoints(failPoints));
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  @Override
  ChangeFeed feed() {
    return feed;
  }

  @Override
  Store store() {
    return store;
  }

  /** Polls once an hour, so whatever arrives was delivered because of the wakeup. */
  @Test
  void a_change_wakes_its_consumer() {
    var leases = LeaseOptions.of("one");
    var hourly = PollInterval.ofMillis(3_600_000, 3_600_000);
    var options =
        new FeedOptions(leases, trestle.engine()::awaitRecords, hourly, 1000, FailPoints.NONE);
    var woken =
        new StreamFeed(trestle.client(), trestle.streamsClient(), StoreOptions.standard(), options);
    var told = new Told();
    try (var _ = woken.follow("push", Notes.TABLE, Start.HORIZON, told)) {
      for (int version = 1; version <= 200; version++) {
        store.run(Notes.WRITE, new Note("a", 1, version));
        int written = version;
        Await.until(() -> told.lines().size() == written, SOON);
      }
    }
  }

  /**
   * The server stands still for longer than its leases last, and reads a change before it renews
   * them. Nobody else took them. Once the reader gave up here, and the shard was never read again.
   */
  @Test
  void a_server_that_renews_its_leases_late_goes_on() throws Exception {
    var isStill = new AtomicBoolean();
    var stands = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    var waits = new CountDownLatch(1);
    FailPoints failPoints =
        point -> {
          if (point.equals("feed.beat") && isStill.get()) {
            stands.countDown();
            awaitCalmly(go);
          }
          if (point.equals("feed.wait")) waits.countDown();
        };
    var told = new Told();
    try (var _ =
        feed(trestle, "late", failPoints).follow("late", Notes.TABLE, Start.HORIZON, told)) {
      isStill.set(true);
      awaitCalmly(stands);
      long stoodStill = System.nanoTime();
      Await.until(() -> System.nanoTime() - stoodStill > LEASE.toNanos(), SOON);
      store.run(Notes.WRITE, new Note("a", 1, 1));
      awaitCalmly(waits);
      assertThat(told.lines()).isEmpty();
      go.countDown();
      Await.until(() -> told.lines().size() == 1, SOON);
    }
  }

  private static void awaitCalmly(CountDownLatch latch) {
    try {
      if (!latch.await(SOON.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("waited for too long");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

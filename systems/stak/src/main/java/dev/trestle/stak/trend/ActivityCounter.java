package dev.trestle.stak.trend;

import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.Trends;
import dev.trestle.stak.model.Trends.DailyCounts;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Counts what users read, and broadcasts. A read must stay one write, and the readers of a popular
 * message must not wait for each other. So these are summed here and added every two seconds: one
 * write for each category, however many have read. A process that is killed loses the last sums.
 */
public final class ActivityCounter implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ActivityCounter.class.getName());

  /** Shorter than the time between the end of a tenant's keys and its deletion. */
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  private record Place(InboxKey inbox, LocalDate day, String category) {}

  private record Sum(long sent, long read) {
    Sum plus(Sum other) {
      return new Sum(sent + other.sent, read + other.read);
    }
  }

  private final Store store;
  private final InstantSource clock;
  private final Map<Place, Sum> sums = new ConcurrentHashMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread = RestartingThread.of("stak-activity", this::run);

  public ActivityCounter(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Starts to write the sums from time to time. */
  public void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!closing.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) flush();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A broadcast was sent. */
  public void sent(InboxKey inbox, String category) {
    add(inbox, category, new Sum(1, 0));
  }

  /** A user has read so many messages of some categories. */
  public void read(InboxKey inbox, Map<String, Long> byCategory) {
    byCategory.forEach((category, read) -> {
      if (read > 0) add(inbox, category, new Sum(0, read));
    });
  }

  private void add(InboxKey inbox, String category, Sum sum) {
    sums.merge(new Place(inbox, Trends.day(clock.instant()), category), sum, Sum::plus);
  }

  /** Writes the sums so far. What cannot be written is written with the next ones. */
  public synchronized void flush() {
    for (var place : List.copyOf(sums.keySet())) {
      var sum = sums.remove(place);
      if (sum == null) continue;
      boolean isAdded = false;
      try {
        isAdded = isAdded(place, sum);
      } finally {
        if (!isAdded) sums.merge(place, sum, Sum::plus);
      }
    }
  }

  private boolean isAdded(Place place, Sum sum) {
    var counts = DailyCounts.of(place.inbox, place.day, place.category, sum.sent, sum.read);
    try {
      // Refused if another server adds to the same counts at this moment.
      return store.run(Trends.ADD_ACTIVITY, new Trends.Activity(counts)).isDone();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "activity was not counted yet: " + e.getClass().getName());
      return false;
    }
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    flush();
  }
}

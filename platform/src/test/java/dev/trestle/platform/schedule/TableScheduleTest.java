package dev.trestle.platform.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.platform.lease.Mortal;
import dev.trestle.platform.lease.PollInterval;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.schedule.ScheduleModel.OfName;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A schedule on tables of the embedded engine. */
final class TableScheduleTest extends ScheduleContract {
  private final ManualClock clock = new ManualClock();
  private final StoreOptions storeOptions = StoreOptions.standard().clock(clock);
  private final Trestle trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
  private final Store offers;
  private final Store store;
  private final TableQueue queue;
  private final Schedule schedule;

  TableScheduleTest() {
    for (var model :
        List.of(Offers.MODEL, ScheduleModel.MODEL, LeaseModel.MODEL, QueueModel.MODEL)) {
      TableCreation.create(model, trestle.client(), "");
    }
    offers = Store.of(Offers.MODEL, trestle.client(), storeOptions);
    store = Store.of(ScheduleModel.MODEL, trestle.client(), storeOptions);
    queue = new TableQueue(trestle.client(), storeOptions, QueueOptions.of("one"));
    schedule = schedule("one", FailPoints.NONE);
  }

  private Schedule schedule(String member, FailPoints failPoints) {
    var leases = new LeaseOptions(member, Duration.ofMillis(400), Duration.ofMillis(50));
    var options = new ScheduleOptions(leases, PollInterval.ofMillis(5, 20), failPoints);
    return new TableSchedule(trestle.client(), storeOptions, queue, options);
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  @Override
  Schedule schedule() {
    return schedule;
  }

  @Override
  WorkQueue queue() {
    return queue;
  }

  @Override
  Store offers() {
    return offers;
  }

  @Override
  ManualClock clock() {
    return clock;
  }

  @Override
  void begun(Recurring recurring) {
    var name = new OfName(recurring.name());
    Await.until(() -> store.run(ScheduleModel.NEXT, name).isPresent(), SOON);
  }

  @Test
  void the_model_holds() {
    ModelCheck.of(ScheduleModel.MODEL).orThrow(Severity.WARNING);
  }

  /** Here, leases keep runners apart. If two handle the same item, the condition decides. */
  @Test
  void what_is_due_happens_once_whoever_dies() {
    long seed = Long.getLong("trestle.seed", System.nanoTime());
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 200; i++) open(i, Duration.ZERO);
    for (int i = 0; i < 5; i++) {
      var first = new Mortal(1 + random.nextInt(40));
      var second = new Mortal(1 + random.nextInt(40));
      schedule("a" + i, first).due(due(), this::end);
      schedule("b" + i, second).due(due(), this::end);
      Await.until(() -> first.isDead() && second.isDead(), SOON);
    }
    try (var _ = schedule.due(due(), this::end)) {
      Await.until(
          () -> IntStream.range(0, 200).allMatch(i -> offer(i).state().equals("ended")), SOON);
    }
    assertThat(IntStream.range(0, 200).filter(i -> offer(i).endings() != 1))
        .as("seed " + seed)
        .isEmpty();
  }

  @Test
  void recurring_jobs_are_neither_lost_nor_doubled_whoever_dies() {
    long seed = Long.getLong("trestle.seed", System.nanoTime());
    var random = new SplittableRandom(seed);
    var every = new Recurring("sweep", "chores", "", Cadence.every(Duration.ofMinutes(10)));
    try (var _ = schedule.recurring(List.of(every))) {
      begun(every);
    }
    for (int i = 0; i < 20; i++) {
      clock.advance(Duration.ofMinutes(10));
      var one = schedule("a" + i, new Mortal(1 + random.nextInt(3))).recurring(List.of(every));
      var other = schedule("b" + i, new Mortal(1 + random.nextInt(3))).recurring(List.of(every));
      one.close();
      other.close();
      try (var _ = schedule.recurring(List.of(every))) {
        long next = every.cadence().after(clock.instant()).toEpochMilli();
        Await.until(() -> nextAt() == next, SOON);
      }
    }
    assertThat(queue.stats("chores").waiting()).as("seed " + seed).isEqualTo(20);
  }

  /** Seen to fail with the time moved on without its condition. */
  @Test
  void who_comes_late_does_not_enqueue_what_was_done_already() throws Exception {
    var every = new Recurring("sweep", "chores", "", Cadence.every(Duration.ofMinutes(10)));
    try (var _ = schedule.recurring(List.of(every))) {
      begun(every);
    }
    clock.advance(Duration.ofMinutes(10));
    var found = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    var late = schedule("late", point -> hold(point, found, go)).recurring(List.of(every));
    found.await();
    try (var _ = schedule.recurring(List.of(every));
        var _ = queue.work("chores", WorkOptions.STANDARD, _ -> JobOutcome.done())) {
      Await.until(() -> queue.stats("chores").done() == 1, SOON);
    }
    go.countDown();
    late.close();
    assertThat(queue.stats("chores").waiting()).isZero();
  }

  private static void hold(String point, CountDownLatch found, CountDownLatch go) {
    if (!point.equals("schedule.found")) return;
    found.countDown();
    try {
      go.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private long nextAt() {
    return store.run(ScheduleModel.NEXT, new OfName("sweep")).orElseThrow().nextAt();
  }

  @Test
  void a_day_is_a_zones_day() {
    var daily = Cadence.daily(LocalTime.of(2, 30), ZoneId.of("Europe/Stockholm"));
    assertThat(daily.after(Instant.parse("2026-03-28T01:30:00Z")))
        .isEqualTo(Instant.parse("2026-03-29T01:30:00Z"));
    assertThat(daily.after(Instant.parse("2026-03-29T01:30:00Z")))
        .isEqualTo(Instant.parse("2026-03-30T00:30:00Z"));
  }
}

package dev.trestle.platform.schedule;

import dev.trestle.platform.queue.NewJob;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.platform.schedule.Schedule.Running;
import dev.trestle.platform.schedule.ScheduleModel.Enqueueing;
import dev.trestle.platform.schedule.ScheduleModel.Moving;
import dev.trestle.platform.schedule.ScheduleModel.OfName;
import dev.trestle.platform.schedule.ScheduleModel.Recurrence;
import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Enqueues recurring jobs at their times. All servers try; a transaction that advances the time
 * lets one of them through. A time that was read is not read again until it has come.
 */
final class RecurringRunner implements Running {
  private static final System.Logger LOG = System.getLogger(RecurringRunner.class.getName());

  private final List<Recurring> recurring;
  private final Store store;
  private final TableQueue queue;
  private final InstantSource clock;
  private final ScheduleOptions options;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;

  /** When each is next, as far as this server knows. Used by the thread only. */
  private final Map<String, Long> nextAt = new HashMap<>();

  RecurringRunner(
      List<Recurring> recurring,
      Store store,
      TableQueue queue,
      InstantSource clock,
      ScheduleOptions options) {
    this.recurring = List.copyOf(recurring);
    this.store = store;
    this.queue = queue;
    this.clock = clock;
    this.options = options;
    this.thread = RestartingThread.of("schedule-recurring", this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      do {
        for (var each : recurring) enqueueIfDue(each);
      } while (!stopping.await(options.poll().max().toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void enqueueIfDue(Recurring each) {
    long now = clock.millis();
    if (nextAt.getOrDefault(each.name(), 0L) > now) return;
    options.failPoints().at("schedule.look");
    try {
      nextAt.put(each.name(), next(each, now));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "could not enqueue the recurring job " + each.name(), e);
    }
  }

  private long next(Recurring each, long now) {
    long next = each.cadence().after(Instant.ofEpochMilli(now)).toEpochMilli();
    var found = store.run(ScheduleModel.NEXT, new OfName(each.name()));
    if (found.isEmpty()) {
      store.run(ScheduleModel.FIRST, new Recurrence(each.name(), next));
      return 0; // another server may have been first: read its time at the next poll
    }
    long seen = found.get().nextAt();
    if (seen > now) return Math.min(seen, next); // a shorter cadence takes effect at once
    enqueue(each, seen, next);
    return next;
  }

  private void enqueue(Recurring each, long seen, long next) {
    var id = each.name() + "#" + seen;
    var newJob = new NewJob(each.queue(), id, each.payload(), Instant.ofEpochMilli(seen));
    var job = queue.job(newJob);
    options.failPoints().at("schedule.found");
    var enqueueing = new Enqueueing(new Moving(each.name(), seen, next), job);
    if (store.run(ScheduleModel.ENQUEUE, enqueueing).isDone()) queue.wake(job);
    options.failPoints().at("schedule.enqueued");
  }

  @Override
  public void close() {
    stopping.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.trestle.platform.schedule;

import dev.trestle.platform.lease.Passage;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.platform.queue.Work;
import dev.trestle.platform.schedule.Schedule.Running;
import dev.trestle.platform.schedule.ScheduleModel.Enqueueing;
import dev.trestle.platform.schedule.ScheduleModel.Moving;
import dev.trestle.platform.schedule.ScheduleModel.OfName;
import dev.trestle.platform.schedule.ScheduleModel.Recurrence;
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
 * Enqueues recurring work when its time has come. All processes do; the transaction that moves the
 * time on is refused to all but one. Until a time that was read has come, nothing is read again.
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

  /** When each is next, as far as this process knows; the thread's own. */
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
    this.thread = Passage.thread("schedule-recurring", this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      do {
        for (var each : recurring) look(each);
      } while (!stopping.await(options.pollMax().toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(Recurring each) {
    long now = clock.millis();
    if (nextAt.getOrDefault(each.name(), 0L) > now) return;
    options.passage().at("schedule.look");
    try {
      nextAt.put(each.name(), next(each, now));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "the recurring job " + each.name() + " was not enqueued", e);
    }
  }

  private long next(Recurring each, long now) {
    long next = each.cadence().after(Instant.ofEpochMilli(now)).toEpochMilli();
    var found = store.run(ScheduleModel.NEXT, new OfName(each.name()));
    if (found.isEmpty()) {
      store.run(ScheduleModel.BEGIN, new Recurrence(each.name(), next));
      return 0; // another's first time may stand there: read it with the next look
    }
    long seen = found.get().nextAt();
    if (seen > now) return Math.min(seen, next); // a cadence that was made shorter counts at once
    enqueue(each, seen, next);
    return next;
  }

  private void enqueue(Recurring each, long seen, long next) {
    var id = each.name() + "#" + seen;
    var work = new Work(each.queue(), id, each.payload(), Instant.ofEpochMilli(seen));
    var job = queue.job(work);
    options.passage().at("schedule.found");
    var enqueueing = new Enqueueing(new Moving(each.name(), seen, next), job);
    if (store.run(ScheduleModel.ENQUEUE, enqueueing).isDone()) queue.signal(job);
    options.passage().at("schedule.enqueued");
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

package dev.trestle.platform.queue;

import dev.trestle.platform.lease.Passage;
import dev.trestle.platform.queue.QueueModel.Renewing;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The jobs that this worker handles at the moment, each on a thread of its own. */
final class Desk {
  private static final System.Logger LOG = System.getLogger(Desk.class.getName());

  /** How long a slot stays taken when the table did not answer: no storm of attempts. */
  private static final Duration AFTER_ERROR = Duration.ofMillis(500);

  private record Place(long shard, long due, String id) {
    static Place of(Job job) {
      return new Place(job.shard(), job.due().toEpochMilli(), job.id());
    }
  }

  private final Workroom room;
  private final Settlement settlement;
  private final Semaphore slots;
  private final Map<Place, Handling> handlings = new ConcurrentHashMap<>();
  private final CountDownLatch stopping = new CountDownLatch(1);
  private volatile boolean interrupting;

  Desk(Workroom room) {
    this.room = room;
    this.settlement = new Settlement(room);
    this.slots = new Semaphore(room.work().concurrency(), true);
  }

  void start() {
    Passage.thread("queue-" + room.queue() + "-renewals", this::renewals).start();
  }

  boolean has(Job job) {
    return handlings.containsKey(Place.of(job));
  }

  /**
   * Begins with a job when a slot is free.
   *
   * @return false where the wait was in vain, because there is to be no more work
   */
  boolean take(Job job, BooleanSupplier over) throws InterruptedException {
    while (!slots.tryAcquire(100, TimeUnit.MILLISECONDS)) {
      if (over.getAsBoolean()) return false;
    }
    if (over.getAsBoolean()) {
      slots.release();
      return false;
    }
    var place = Place.of(job);
    var handling = new Handling(job);
    if (handlings.putIfAbsent(place, handling) != null) {
      slots.release();
      return true;
    }
    handling.thread = Thread.ofVirtual().name("job-" + job.id()).unstarted(() -> run(handling));
    handling.thread.start();
    return true;
  }

  private void run(Handling handling) {
    try {
      work(handling);
    } catch (Passage.Death _) {
      return; // as if the process had died: not even the slot comes back
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a job of the queue " + room.queue() + " could not be settled", e);
      pauseAfterError();
    }
    handlings.remove(Place.of(handling.job));
    slots.release();
  }

  private void work(Handling handling) throws InterruptedException {
    var claimed = settlement.claim(handling.job);
    if (claimed.isEmpty()) return;
    var job = claimed.get();
    handling.claimed(job, System.nanoTime());
    room.options().passage().at("queue.claimed");
    var handled =
        room.work().backoff().isLast(handling.job.attempts())
            ? Handled.hopeless("its worker was not heard of again, at the last attempt")
            : handle(job);
    handling.settling = true;
    boolean interrupted = Thread.interrupted(); // settling is to go through
    room.options().passage().at("queue.handled");
    settlement.settle(job, handled, interrupting && interrupted);
    room.options().passage().at("queue.settled");
  }

  private Handled handle(Job job) {
    try {
      return room.handler().handle(settlement.of(job));
    } catch (Exception e) {
      if (e instanceof InterruptedException) Thread.currentThread().interrupt();
      return Handled.retry(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  private void pauseAfterError() {
    try {
      if (stopping.await(AFTER_ERROR.toMillis(), TimeUnit.MILLISECONDS)) return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void renewals() {
    long every = room.work().visibility().toNanos() / 3;
    try {
      while (!handlings.isEmpty() || stopping.getCount() > 0) {
        long pause = Math.max(10, TimeUnit.NANOSECONDS.toMillis(every / 2));
        if (stopping.await(pause, TimeUnit.MILLISECONDS)) Thread.sleep(pause);
        room.options().passage().at("queue.renew");
        for (var handling : handlings.values()) {
          if (System.nanoTime() - handling.renewedNanos > every) renew(handling);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void renew(Handling handling) {
    var claimed = handling.claimed;
    if (claimed == null || handling.settling) return;
    handling.renewedNanos = System.nanoTime();
    try {
      var renewing =
          new Renewing(
              claimed.queue(),
              claimed.shard(),
              claimed.due(),
              claimed.id(),
              claimed.token().orElseThrow(),
              room.nowMillis() + room.work().visibility().toMillis());
      if (!room.store().run(QueueModel.RENEW, renewing).isDone() && !handling.settling) {
        handling.thread.interrupt();
      }
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a job of the queue " + room.queue() + " was not renewed", e);
    }
  }

  /** Waits for what is under way; then interrupts it and waits a moment for it to settle. */
  void stop(Duration grace) throws InterruptedException {
    stopping.countDown();
    int all = room.work().concurrency();
    if (slots.tryAcquire(all, grace.toMillis(), TimeUnit.MILLISECONDS)) return;
    interrupting = true;
    for (var handling : handlings.values()) handling.thread.interrupt();
    slots.tryAcquire(all, AFTER_ERROR.toMillis(), TimeUnit.MILLISECONDS);
  }
}

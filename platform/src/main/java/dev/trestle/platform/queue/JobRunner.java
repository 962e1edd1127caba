package dev.trestle.platform.queue;

import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.queue.QueueModel.Renewing;
import dev.trestle.platform.thread.RestartingThread;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Runs a worker's jobs, each on a thread of its own, and renews their claims. */
final class JobRunner {
  private static final System.Logger LOG = System.getLogger(JobRunner.class.getName());

  /** How long a slot stays taken after an error of the table, so that errors do not spin. */
  private static final Duration ERROR_PAUSE = Duration.ofMillis(500);

  /** How long an interrupted job may take to end. */
  private static final Duration END_TIMEOUT = Duration.ofSeconds(10);

  private static final String STUCK = "an interrupted job does not end, of the queue ";

  private record JobKey(long shard, long due, String id) {
    static JobKey of(Job job) {
      return new JobKey(job.shard(), job.due().toEpochMilli(), job.id());
    }
  }

  private final WorkerContext context;
  private final JobWrites writes;
  private final Semaphore slots;
  private final Map<JobKey, RunningJob> running = new ConcurrentHashMap<>();
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread renewals;
  private volatile boolean isInterrupting;

  JobRunner(WorkerContext context) {
    this.context = context;
    this.writes = new JobWrites(context);
    this.slots = new Semaphore(context.work().concurrency(), true);
    this.renewals =
        RestartingThread.of("queue-" + context.queue() + "-renewals", this::renewClaims);
  }

  void start() {
    renewals.start();
  }

  boolean isRunning(Job job) {
    return running.containsKey(JobKey.of(job));
  }

  /**
   * Waits for a free slot and starts the job.
   *
   * @return false if {@code isOver} became true while waiting
   */
  boolean take(Job job, BooleanSupplier isOver) throws InterruptedException {
    while (!slots.tryAcquire(100, TimeUnit.MILLISECONDS)) {
      if (isOver.getAsBoolean()) return false;
    }
    if (isOver.getAsBoolean()) {
      slots.release();
      return false;
    }
    var current = new RunningJob(job);
    if (running.putIfAbsent(JobKey.of(job), current) != null) {
      slots.release();
      return true;
    }
    current.thread = Thread.ofVirtual().name("job-" + job.id()).unstarted(() -> run(current));
    current.thread.start();
    return true;
  }

  private void run(RunningJob current) {
    try {
      claimAndHandle(current);
    } catch (FailPoints.SimulatedCrash _) {
      return; // keeps its slot, as a crashed process would
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      if (RestartingThread.isFatal(e)) throw e;
      var problem = "could not end a job of the queue " + context.queue();
      RestartingThread.log(LOG, Level.WARNING, problem, e);
      pauseAfterError();
    }
    running.remove(JobKey.of(current.job));
    slots.release();
  }

  private void claimAndHandle(RunningJob current) throws InterruptedException {
    var claimed = writes.claim(current.job);
    if (claimed.isEmpty()) return;
    var job = claimed.get();
    current.claimed(job, System.nanoTime());
    context.options().failPoints().at("queue.claimed");
    var outcome =
        context.work().backoff().isLast(current.job.attempts())
            ? JobOutcome.failed("the worker stopped responding in the last attempt")
            : handle(job);
    current.isEnding = true;
    var _ = Thread.interrupted(); // the writes below must not be interrupted
    context.options().failPoints().at("queue.handled");
    writes.end(job, outcome, isInterrupting);
    context.options().failPoints().at("queue.ended");
  }

  private JobOutcome handle(Job job) {
    try {
      return context.handler().handle(writes.claimOf(job));
    } catch (FailPoints.SimulatedCrash crash) {
      throw crash;
    } catch (Exception | Error e) {
      if (e instanceof Error error && RestartingThread.isFatal(error)) throw error;
      // An error, too, is an attempt that failed: otherwise the slot and the claim stay taken.
      if (e instanceof InterruptedException) Thread.currentThread().interrupt();
      return JobOutcome.retry(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  private void pauseAfterError() {
    try {
      if (stopping.await(ERROR_PAUSE.toMillis(), TimeUnit.MILLISECONDS)) return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void renewClaims() {
    long every = context.work().visibility().toNanos() / 3;
    try {
      while (!running.isEmpty() || stopping.getCount() > 0) {
        long pause = Math.max(10, TimeUnit.NANOSECONDS.toMillis(every / 2));
        if (stopping.await(pause, TimeUnit.MILLISECONDS)) Thread.sleep(pause);
        context.options().failPoints().at("queue.renew");
        for (var current : running.values()) {
          if (System.nanoTime() - current.renewedNanos > every) renew(current);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void renew(RunningJob current) {
    var claimed = current.claimed;
    if (claimed == null || current.isEnding) return;
    current.renewedNanos = System.nanoTime();
    try {
      var renewing =
          new Renewing(
              claimed.queue(),
              claimed.shard(),
              claimed.due(),
              claimed.id(),
              claimed.token().orElseThrow(),
              context.nowMillis() + context.work().visibility().toMillis());
      if (!context.store().run(QueueModel.RENEW, renewing).isDone() && !current.isEnding) {
        current.thread.interrupt();
      }
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "could not renew a job of the queue " + context.queue(), e);
    }
  }

  /** Waits for running jobs, interrupts those that take longer, and waits for their end. */
  void stop(Duration grace) throws InterruptedException {
    stopping.countDown();
    int all = context.work().concurrency();
    if (!slots.tryAcquire(all, grace.toMillis(), TimeUnit.MILLISECONDS)) {
      isInterrupting = true;
      for (var current : running.values()) current.thread.interrupt();
      for (var current : running.values()) {
        if (!current.thread.join(END_TIMEOUT)) LOG.log(Level.WARNING, STUCK + context.queue());
      }
    }
    renewals.interrupt();
    renewals.join();
  }
}

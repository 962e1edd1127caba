package dev.trestle.platform.queue;

import dev.trestle.platform.lease.LeasedShards;
import dev.trestle.platform.queue.QueueModel.Window;
import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.store.Cursor;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Finds due jobs in one shard and hands them to the runner, in the order of their due times.
 *
 * <p>While there is much to do, it reads on from its last position: reading from the start would
 * pass over all deleted jobs each time. A few times a second it returns to the first job it knows
 * of, because failed jobs become visible again and a server with a slow clock enqueues in the past.
 * Once a minute it reads from the very start.
 */
final class ShardPoller implements LeasedShards.Loop {
  private static final System.Logger LOG = System.getLogger(ShardPoller.class.getName());

  /** How far clocks may differ before a job has to wait for a read from the start. */
  private static final Duration CLOCK_SKEW = Duration.ofSeconds(5);

  private static final long RETURN_NANOS = Duration.ofMillis(100).toNanos();
  private static final long RESTART_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int FOUND_MAX = 200;
  private static final int PAGES_MAX = 40;

  private final WorkerContext context;
  private final long shard;
  private final JobRunner runner;
  private final Thread thread;

  /** A permit means that there may be something new. */
  private final Semaphore wakeups = new Semaphore(0);

  /** The earliest due time among the jobs enqueued since the last read. */
  private final AtomicLong enqueuedDue = new AtomicLong(Long.MAX_VALUE);

  private volatile boolean isStopped;

  /** The fields below belong to the thread. Times are in milliseconds. */
  private long firstKnown;

  private long position;
  private long returnedNanos;
  private long restartedNanos;
  private long nextVisible;
  private Duration pause;

  ShardPoller(WorkerContext context, long shard, JobRunner runner) {
    this.context = context;
    this.shard = shard;
    this.runner = runner;
    this.pause = context.options().poll().min();
    this.thread = RestartingThread.of("queue-" + context.queue() + "-" + shard, this::run);
  }

  @Override
  public void start() {
    restartedNanos = System.nanoTime() - RESTART_NANOS;
    thread.start();
  }

  @Override
  public void stop() {
    isStopped = true;
    wakeups.release();
  }

  @Override
  public void join(Duration timeout) throws InterruptedException {
    thread.join(timeout);
  }

  /** A job with this due time was enqueued. */
  void wake(Instant due) {
    enqueuedDue.accumulateAndGet(due.toEpochMilli(), Math::min);
    if (wakeups.availablePermits() == 0) wakeups.release();
  }

  private void run() {
    boolean isIdle = true;
    try {
      while (!isStopped) {
        var found = find(isIdle);
        isIdle = found.isEmpty();
        for (var job : found) {
          if (!runner.take(job, () -> isStopped)) return;
        }
        var poll = context.poll();
        if (!isIdle) {
          pause = poll.min();
          continue;
        }
        long wait = Math.max(1, Math.min(pause.toMillis(), nextVisible - context.nowMillis()));
        boolean isWoken = wakeups.tryAcquire(wait, TimeUnit.MILLISECONDS);
        if (isWoken) wakeups.drainPermits();
        pause = isWoken ? poll.min() : poll.longer(pause);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The jobs that can be claimed now and do not run here already. Empty if the read failed. */
  private List<Job> find(boolean isIdle) {
    context.options().failPoints().at("queue.look");
    // Known again after a read. Until then a time in the past would cut all pauses short.
    nextVisible = Long.MAX_VALUE;
    try {
      return findOnce(isIdle);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "could not read the queue " + context.queue(), e);
      return List.of();
    }
  }

  private List<Job> findOnce(boolean isIdle) {
    long nanos = System.nanoTime();
    boolean isRestart = nanos - restartedNanos >= RESTART_NANOS;
    boolean isReturn = isRestart || isIdle || nanos - returnedNanos >= RETURN_NANOS;
    long enqueued = enqueuedDue.getAndSet(Long.MAX_VALUE);
    long from = isRestart ? 0 : isReturn ? firstKnown - CLOCK_SKEW.toMillis() : position;
    from = Math.max(0, Math.min(from, enqueued));
    long now = context.nowMillis();
    var scan = scan(from, now);
    if (isReturn) {
      returnedNanos = nanos;
      firstKnown = scan.first.map(Instant::toEpochMilli).orElse(now);
    }
    if (isRestart) restartedNanos = nanos;
    position = scan.isAtEnd ? now : scan.last;
    nextVisible = scan.nextVisible;
    return scan.found;
  }

  /** What one read found. */
  private static final class Scan {
    private final List<Job> found = new ArrayList<>();
    private Optional<Instant> first = Optional.empty();
    private long last;
    private long nextVisible = Long.MAX_VALUE;
    private boolean isAtEnd;
  }

  /** Reads ahead to the next read, to wait for jobs that are about to be due to the millisecond. */
  private Scan scan(long from, long now) {
    var scan = new Scan();
    scan.last = from;
    long ahead = Math.max(pause.toMillis(), context.options().poll().max().toMillis());
    long to = now + ahead;
    var window =
        new Window(context.queue(), shard, Instant.ofEpochMilli(from), Instant.ofEpochMilli(to));
    var cursor = Optional.of(Cursor.start());
    for (int pages = 0; pages < PAGES_MAX && scan.found.size() < FOUND_MAX; pages++) {
      var page = context.store().run(QueueModel.FIND, window, cursor.orElseThrow());
      for (var job : page.items()) add(job, now, scan);
      cursor = page.next();
      if (cursor.isEmpty()) {
        scan.isAtEnd = true;
        break;
      }
    }
    return scan;
  }

  private void add(Job job, long now, Scan scan) {
    if (scan.first.isEmpty()) scan.first = Optional.of(job.due().truncatedTo(ChronoUnit.MILLIS));
    if (runner.isRunning(job)) {
      scan.last = job.due().toEpochMilli();
    } else if (job.visibleAt() <= now) {
      scan.last = job.due().toEpochMilli();
      scan.found.add(job);
    } else {
      scan.nextVisible = Math.min(scan.nextVisible, job.visibleAt());
    }
  }
}

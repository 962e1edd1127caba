package dev.trestle.platform.queue;

import dev.trestle.platform.lease.Passage;
import dev.trestle.platform.queue.QueueModel.Window;
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
 * Finds what is due in one shard and hands it to the desk, in the order of due times.
 *
 * <p>While there is much to do it reads on from where it was. A few times a second it goes back to
 * the first job that it knows to be there (those that failed come again, and a process whose clock
 * is behind enqueues before us), and once a minute to the very beginning. Without this, each look
 * would pass over all that was deleted.
 */
final class ShardPump {
  private static final System.Logger LOG = System.getLogger(ShardPump.class.getName());

  /** How far clocks of processes may differ without a job waiting for the look at everything. */
  private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(5);

  private static final long BACK_EVERY_NANOS = Duration.ofMillis(100).toNanos();
  private static final long WHOLE_EVERY_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int FOUND_MAX = 200;
  private static final int PAGES_MAX = 40;

  private final Workroom room;
  private final long shard;
  private final Desk desk;
  private final Thread thread;

  /** Permits: there may be something new. */
  private final Semaphore signal = new Semaphore(0);

  /** The earliest due time that was signalled since the last look. */
  private final AtomicLong woken = new AtomicLong(Long.MAX_VALUE);

  private volatile boolean stopped;

  /** All below are the pump's thread's own; times in milliseconds. */
  private long mark;

  private long onward;
  private long lastBack;
  private long lastWhole;
  private long nextAt;

  ShardPump(Workroom room, long shard, Desk desk) {
    this.room = room;
    this.shard = shard;
    this.desk = desk;
    this.thread = Passage.thread("queue-" + room.queue() + "-" + shard, this::run);
  }

  void start() {
    lastWhole = System.nanoTime() - WHOLE_EVERY_NANOS;
    thread.start();
  }

  void stop() {
    stopped = true;
    signal.release();
  }

  /** Something due at this time was enqueued. */
  void wake(Instant due) {
    woken.accumulateAndGet(due.toEpochMilli(), Math::min);
    if (signal.availablePermits() == 0) signal.release();
  }

  private void run() {
    long pauseMin = room.options().pollMin().toMillis();
    long pauseMax = room.options().pollMax().toMillis();
    long pause = pauseMin;
    boolean idle = true;
    try {
      while (!stopped) {
        var found = look(idle);
        idle = found.isEmpty();
        for (var job : found) {
          if (!desk.take(job, () -> stopped)) return;
        }
        if (!idle) {
          pause = pauseMin;
          continue;
        }
        long wait = Math.max(1, Math.min(pause, nextAt - room.nowMillis()));
        boolean signalled = signal.tryAcquire(wait, TimeUnit.MILLISECONDS);
        if (signalled) signal.drainPermits();
        pause = signalled ? pauseMin : Math.min(pauseMax, pause * 2);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What can be claimed now and is not at the desk already. A look that fails found nothing. */
  private List<Job> look(boolean idle) {
    room.options().passage().at("queue.look");
    try {
      return lookOnce(idle);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "the queue " + room.queue() + " could not be looked into", e);
      return List.of();
    }
  }

  private List<Job> lookOnce(boolean idle) {
    long nanos = System.nanoTime();
    boolean whole = nanos - lastWhole >= WHOLE_EVERY_NANOS;
    boolean back = whole || idle || nanos - lastBack >= BACK_EVERY_NANOS;
    long signalled = woken.getAndSet(Long.MAX_VALUE);
    long from = whole ? 0 : back ? mark - CLOCKS_DIFFER.toMillis() : onward;
    from = Math.max(0, Math.min(from, signalled));
    long now = room.nowMillis();
    var walk = walk(from, now);
    if (back) {
      lastBack = nanos;
      mark = walk.first.map(Instant::toEpochMilli).orElse(now);
    }
    if (whole) lastWhole = nanos;
    onward = walk.ended ? now : walk.last;
    nextAt = walk.nextAt;
    return walk.found;
  }

  /** What one look met. */
  private static final class Walk {
    private final List<Job> found = new ArrayList<>();
    private Optional<Instant> first = Optional.empty();
    private long last;
    private long nextAt = Long.MAX_VALUE;
    private boolean ended;
  }

  /** Reads somewhat ahead of the time: what is about to be due is waited for to the millisecond. */
  private Walk walk(long from, long now) {
    var walk = new Walk();
    walk.last = from;
    long to = now + room.options().pollMax().toMillis();
    var window =
        new Window(room.queue(), shard, Instant.ofEpochMilli(from), Instant.ofEpochMilli(to));
    var cursor = Optional.of(Cursor.start());
    for (int pages = 0; pages < PAGES_MAX && walk.found.size() < FOUND_MAX; pages++) {
      var page = room.store().run(QueueModel.FIND, window, cursor.orElseThrow());
      for (var job : page.items()) see(job, now, walk);
      cursor = page.next();
      if (cursor.isEmpty()) {
        walk.ended = true;
        break;
      }
    }
    return walk;
  }

  private void see(Job job, long now, Walk walk) {
    if (walk.first.isEmpty()) walk.first = Optional.of(job.due().truncatedTo(ChronoUnit.MILLIS));
    if (desk.has(job)) {
      walk.last = job.due().toEpochMilli();
    } else if (job.visibleAt() <= now) {
      walk.last = job.due().toEpochMilli();
      walk.found.add(job);
    } else {
      walk.nextAt = Math.min(walk.nextAt, job.visibleAt());
    }
  }
}

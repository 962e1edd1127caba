package dev.trestle.engine.storage;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The one place where the database is written to. Requests queue their mutations; whoever commits
 * takes what is queued, gives log numbers and times in that order, and hands it all to RocksDB as
 * one batch. So readers of the log never see number n+1 before n, a request is on disk whole or not
 * at all, and many writers share one fsync.
 *
 * <p>With {@link Durability#SYNC} a platform thread of its own commits: a native call that waits
 * for the disk pins the virtual thread that makes it. With {@link Durability#FAST} the caller that
 * finds nobody committing does it for all, because a hand-off between threads costs more than the
 * write.
 *
 * <p>After a failed write the state on disk is unknown, so every later mutation fails too.
 */
final class Committer implements AutoCloseable {
  private static final int GROUP_REQUESTS_MAX = 256;
  private static final int GROUP_BYTES_MAX = 1 << 20;
  private static final int BATCH_HEADER = 12;
  private static final int GATHERED_FRACTION = 4;
  private static final long GATHERING_NANOS_MAX = 1_000_000;

  /** Writes a batch to RocksDB and says how it went. */
  interface Sink {
    void write(byte[] batch, int records);
  }

  private final Sink sink;
  private final InstantSource clock;
  private final FaultPoints faults;
  private final ConcurrentLinkedQueue<Commit> queue = new ConcurrentLinkedQueue<>();
  private final AtomicLong committedNumber;
  private final LogSignal signal;
  private final @Nullable Thread thread;

  /** Held while a group is committed; guards {@code nextNumber} and {@code lastMillis}. */
  private final ReentrantLock committing = new ReentrantLock();

  private final AtomicInteger queued = new AtomicInteger();

  // How many requests the last group had and how long its write took; the serving thread's own.
  private int lastGroup;
  private long lastWriteNanos;

  private long nextNumber;
  private long lastMillis;
  private volatile boolean closed;
  private volatile boolean idle;
  private volatile @Nullable StorageException broken;

  Committer(
      Sink sink,
      Durability durability,
      InstantSource clock,
      FaultPoints faults,
      long lastNumber,
      long lastMillis) {
    this.sink = sink;
    this.clock = clock;
    this.faults = faults;
    this.nextNumber = lastNumber + 1;
    this.lastMillis = lastMillis;
    this.committedNumber = new AtomicLong(lastNumber);
    this.signal = new LogSignal(lastNumber);
    this.thread =
        switch (durability) {
          case SYNC -> Thread.ofPlatform().name("trestle-committer").daemon().start(this::serve);
          case FAST -> null;
        };
  }

  /** Queues a mutation; its place in the order of commits is fixed from here on. */
  Commit submit(Mutation mutation, Runnable whenOver) {
    var commit = new Commit(mutation, whenOver);
    queue.add(commit);
    queued.getAndIncrement();
    if (thread != null && idle) LockSupport.unpark(thread);
    return commit;
  }

  /** Waits until the mutation is on disk. */
  void await(Commit commit) {
    if (thread == null) combine();
    boolean interrupted = false;
    while (!commit.isOver()) {
      try {
        commit.park();
      } catch (InterruptedException _) {
        // The write cannot be taken back: wait for its end, then pass the interrupt on.
        interrupted = true;
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
    commit.throwIfFailed();
  }

  /** The number that the next log record can have at the least. */
  long committedNumber() {
    return committedNumber.get();
  }

  /** How many mutations are queued. */
  int pending() {
    return Math.max(0, queued.get());
  }

  /** Where to wait for more log records. */
  LogSignal signal() {
    return signal;
  }

  /** Commits for everybody, unless somebody else is at it; nothing queued is left behind. */
  private void combine() {
    // Whoever finds the lock taken goes to sleep, so its holder looks at the queue once more after
    // letting go.
    while (!queue.isEmpty()) {
      if (!committing.tryLock()) return;
      try {
        while (!queue.isEmpty()) commitGroup();
      } finally {
        committing.unlock();
      }
    }
  }

  private void serve() {
    while (!closed || !queue.isEmpty()) {
      if (queue.isEmpty()) {
        idle = true;
        if (queue.isEmpty() && !closed) LockSupport.park(this);
        idle = false;
        continue;
      }
      gather();
      committing.lock();
      try {
        commitGroup();
      } finally {
        committing.unlock();
      }
    }
  }

  /**
   * Lets those come back who were served together last time, since an fsync for each few of them
   * would take longer than they do. Waits no longer than a part of what a write takes, and not at
   * all where the last group was one request.
   */
  @SuppressWarnings("ThreadPriorityCheck") // parking takes longer than the writers need
  private void gather() {
    int expected = lastGroup - lastGroup / GATHERED_FRACTION;
    long patience = Math.min(lastWriteNanos / GATHERED_FRACTION, GATHERING_NANOS_MAX);
    long start = System.nanoTime();
    while (queued.get() < expected && System.nanoTime() - start < patience) Thread.yield();
  }

  private void commitGroup() {
    var group = new ArrayList<Commit>();
    int bytes = BATCH_HEADER;
    while (group.size() < GROUP_REQUESTS_MAX && bytes < GROUP_BYTES_MAX) {
      var next = queue.poll();
      if (next == null) break;
      group.add(next);
      bytes += next.mutation.length();
    }
    if (group.isEmpty()) return;
    queued.addAndGet(-group.size());
    lastGroup = group.size();
    long start = System.nanoTime();
    try {
      if (broken != null) throw broken;
      write(group, bytes);
    } catch (RuntimeException | Error failure) {
      fail(group, failure);
      return;
    }
    lastWriteNanos = System.nanoTime() - start;
    for (var commit : group) commit.succeed();
  }

  private void write(List<Commit> group, int bytes) {
    lastMillis = Math.max(lastMillis, clock.millis());
    var batch = new byte[bytes];
    int at = BATCH_HEADER;
    int records = 0;
    boolean hasLog = false;
    long number = nextNumber;
    for (var commit : group) {
      commit.mutation.copyTo(batch, at, number, lastMillis);
      at += commit.mutation.length();
      records += commit.mutation.records();
      hasLog |= commit.mutation.hasLog();
      number += commit.mutation.records();
    }
    // RocksDB's batch header: eight bytes of sequence, which it fills in, and the record count.
    for (int i = 0; i < 4; i++) batch[8 + i] = (byte) (records >>> (8 * i));
    faults.reached(FaultPoints.COMMIT_BEFORE_WRITE);
    sink.write(batch, records);
    nextNumber = number;
    faults.reached(FaultPoints.COMMIT_AFTER_WRITE);
    committedNumber.set(number - 1);
    if (hasLog) signal.advance(number - 1);
  }

  private void fail(List<Commit> group, Throwable failure) {
    var cause =
        failure instanceof StorageException known
            ? known
            : new StorageException("the write failed", failure);
    if (broken == null) broken = cause;
    for (var commit : group) commit.fail(cause);
  }

  /** Commits what is queued and stops. */
  @Override
  public void close() {
    closed = true;
    signal.close();
    if (thread == null) return;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
  }
}

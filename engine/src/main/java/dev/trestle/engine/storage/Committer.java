package dev.trestle.engine.storage;

import dev.trestle.engine.Durability;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.StorageException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The only class that writes to the database. Requests queue their mutations. The committing thread
 * takes what is queued, assigns log numbers and times in that order, and passes everything to
 * RocksDB as one batch. So readers of the log never see number n+1 before n, a request is either on
 * disk as a whole or not at all, and many writers share one fsync.
 *
 * <p>With {@link Durability#SYNC} a dedicated platform thread commits, because a native call that
 * waits for the disk would pin a virtual thread's carrier. With {@link Durability#FAST} the first
 * caller that finds nobody committing commits for all, because handing over to another thread costs
 * more than the write. If there is no end to it, the thread takes over, so that no caller is kept.
 *
 * <p>After a failed write the state on disk is unknown, so all later mutations fail too. Whatever
 * goes wrong, an error of the virtual machine included, no thread waits forever: waiting threads
 * and later callers get an exception.
 */
final class Committer implements AutoCloseable {
  private static final int GROUP_REQUESTS_MAX = 256;
  private static final int GROUP_BYTES_MAX = 1 << 20;
  private static final int BATCH_HEADER = 12;
  private static final int GATHERED_FRACTION = 4;
  private static final long GATHERING_NANOS_MAX = 1_000_000;

  /** How many groups a caller commits for others. */
  private static final int GROUPS_OF_CALLER_MAX = 64;

  /** Writes a batch to RocksDB, or throws. */
  interface Sink {
    void write(byte[] batch, int records);
  }

  private final Sink sink;
  private final InstantSource clock;
  private final FaultPoints faults;
  private final ConcurrentLinkedQueue<Commit> queue = new ConcurrentLinkedQueue<>();
  private final AtomicLong committedNumber;
  private final LogNotifier notifier;
  private final boolean combines;
  private final Thread thread;

  /** Used where no other exception can be made, because the process is out of memory. */
  private final StorageException undescribed =
      new StorageException("a write failed, so no write is accepted any more");

  /** Held while a group is committed. Guards the group, the next number and the last time. */
  private final ReentrantLock committing = new ReentrantLock();

  /** Allocated once, so that taking from the queue cannot fail halfway. */
  private final List<Commit> group = new ArrayList<>(GROUP_REQUESTS_MAX);

  private final AtomicInteger queued = new AtomicInteger();

  // The size of the last group, the duration of its write and when it ended. Used by the committing
  // thread only.
  private int lastGroup;
  private long lastWriteNanos;
  private long lastWriteEnd;

  private long nextNumber;

  /** Written while the lock is held. */
  private volatile long lastMillis;

  /** When the write under way began, by the monotonic clock. */
  private volatile long writeStart;

  private volatile boolean isWriting;
  private volatile boolean closed;
  private volatile boolean idle;
  private volatile @Nullable StorageException broken;
  private volatile @Nullable Consumer<Throwable> onFatalError;

  /** The first failure that the disk did not cause, until a listener has been told. */
  private final AtomicReference<@Nullable Throwable> untold = new AtomicReference<>();

  Committer(
      Sink sink, Durability durability, InstantSource clock, FaultPoints faults, long lastNumber) {
    this.sink = sink;
    this.clock = clock;
    this.faults = faults;
    this.nextNumber = lastNumber + 1;
    this.committedNumber = new AtomicLong(lastNumber);
    this.notifier = new LogNotifier(lastNumber);
    this.combines = durability == Durability.FAST;
    this.thread =
        Thread.ofPlatform()
            .name("trestle-committer")
            .daemon()
            .start(combines ? this::relieve : this::serve);
  }

  /** Gives no log record an earlier time than this one. */
  void startTimesAt(long millis) {
    committing.lock();
    try {
      lastMillis = Math.max(lastMillis, millis);
    } finally {
      unlock();
    }
  }

  /** Returns the time in milliseconds that a log record written now would get at least. */
  long logMillis() {
    return Math.max(lastMillis, clock.millis());
  }

  /**
   * Waits for the write under way.
   *
   * @return a time in milliseconds; every record with an earlier time can be read, and no later
   *     write gets an earlier time
   */
  long settle() {
    committing.lock();
    try {
      lastMillis = logMillis();
      return lastMillis;
    } finally {
      unlock();
    }
  }

  /**
   * Releases the lock. Callers that found it taken, or somebody waiting for it, are asleep and rely
   * on whoever has it. So everybody who gets it commits at least one group.
   */
  private void unlock() {
    try {
      if (combines && !queue.isEmpty()) commitGroup();
    } finally {
      committing.unlock();
    }
    if (combines) combine(GROUPS_OF_CALLER_MAX);
  }

  /** Reports the first failure that the disk did not cause, even if it has happened already. */
  void onFatalError(Consumer<Throwable> listener) {
    onFatalError = listener;
    tell();
  }

  /** Returns why all mutations fail, or empty while they do not. */
  Optional<StorageException> failure() {
    return Optional.ofNullable(broken);
  }

  /** Returns how long the write under way has taken so far, or zero if there is none. */
  Duration writeTime() {
    return isWriting ? Duration.ofNanos(System.nanoTime() - writeStart) : Duration.ZERO;
  }

  /** Queues a mutation. This fixes its position in the order of commits. */
  Commit submit(Mutation mutation, Runnable onDone) {
    var commit = new Commit(mutation, onDone);
    queue.add(commit);
    queued.getAndIncrement();
    if (!combines && idle) LockSupport.unpark(thread);
    return commit;
  }

  /** Waits until the mutation is on disk. */
  void await(Commit commit) {
    if (combines) combine(GROUPS_OF_CALLER_MAX);
    boolean interrupted = false;
    while (!commit.isDone()) {
      try {
        commit.awaitDone();
      } catch (InterruptedException e) {
        // The write cannot be undone: wait for its end, then restore the interrupt.
        interrupted = true;
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
    commit.throwIfFailed();
  }

  /** Returns the number of the last committed record. */
  long committedNumber() {
    return committedNumber.get();
  }

  /** Returns how many mutations are queued. */
  int pending() {
    return Math.max(0, queued.get());
  }

  /** Returns what readers of the log wait on. */
  LogNotifier notifier() {
    return notifier;
  }

  /**
   * Commits what is queued, for all callers, unless another thread is already committing, or waits
   * for the lock and will do so next. After some groups it leaves the rest to the thread.
   */
  private void combine(int groupsMax) {
    int groups = 0;
    // A caller that finds the lock taken goes to sleep, so the holder checks the queue once more
    // after it has released the lock.
    while (!queue.isEmpty()) {
      if (groups == groupsMax) {
        LockSupport.unpark(thread);
        return;
      }
      if (committing.hasQueuedThreads() || !committing.tryLock()) return;
      try {
        for (; groups < groupsMax && !queue.isEmpty(); groups++) {
          commitGroup();
          if (committing.hasQueuedThreads()) return;
        }
      } finally {
        committing.unlock();
      }
    }
  }

  /** Commits in place of callers that have done so for long enough. */
  private void relieve() {
    while (!closed) {
      LockSupport.park(this);
      try {
        combine(Integer.MAX_VALUE);
      } catch (RuntimeException | Error failure) {
        reject(failure);
        LockSupport.unpark(thread);
      }
    }
  }

  private void serve() {
    while (!closed || !queue.isEmpty()) {
      try {
        serveOnce();
      } catch (RuntimeException | Error failure) {
        reject(failure);
      }
    }
  }

  private void serveOnce() {
    if (queue.isEmpty()) {
      idle = true;
      if (queue.isEmpty() && !closed) LockSupport.park(this);
      idle = false;
      return;
    }
    gather();
    committing.lock();
    try {
      commitGroup();
    } finally {
      committing.unlock();
    }
  }

  /**
   * Waits for writers that were part of the last group to come back, because an fsync for a few of
   * them takes longer than they need. Waits at most for a fraction of a write's duration, and not
   * at all if the last group was a single request, or if so much time has passed that its writers
   * do something else.
   */
  @SuppressWarnings("ThreadPriorityCheck") // parking takes longer than the writers need
  private void gather() {
    int expected = lastGroup - lastGroup / GATHERED_FRACTION;
    long patience = Math.min(lastWriteNanos / GATHERED_FRACTION, GATHERING_NANOS_MAX);
    long start = System.nanoTime();
    if (start - lastWriteEnd > lastWriteNanos) return;
    while (queued.get() < expected && System.nanoTime() - start < patience) Thread.yield();
  }

  private void commitGroup() {
    StorageException failure = null;
    try {
      int bytes = takeGroup();
      queued.addAndGet(-group.size());
      lastGroup = group.size();
      long start = System.nanoTime();
      failure = broken;
      writeStart = start;
      isWriting = true;
      if (failure == null && !group.isEmpty()) write(bytes);
      lastWriteEnd = System.nanoTime();
      lastWriteNanos = lastWriteEnd - start;
    } catch (RuntimeException | Error thrown) {
      failure = reject(thrown);
    } finally {
      isWriting = false;
    }
    // Without an iterator: if it could not be allocated, the group would be written again.
    for (int i = 0; i < group.size(); i++) end(group.get(i), failure);
    group.clear();
  }

  /** Moves commits from the queue to the group and returns the length of their batch. */
  private int takeGroup() {
    int bytes = BATCH_HEADER;
    while (group.size() < GROUP_REQUESTS_MAX && bytes < GROUP_BYTES_MAX) {
      var next = queue.poll();
      if (next == null) break;
      group.add(next);
      bytes += next.mutation.length();
    }
    return bytes;
  }

  private void end(Commit commit, @Nullable StorageException failure) {
    try {
      if (failure == null) commit.succeed();
      else commit.fail(failure);
    } catch (RuntimeException | Error thrown) {
      reject(thrown);
    }
  }

  private void write(int bytes) {
    lastMillis = logMillis();
    var batch = new byte[bytes];
    int at = BATCH_HEADER;
    int records = 0;
    long number = nextNumber;
    for (var commit : group) {
      commit.mutation.copyTo(batch, at, number, lastMillis);
      at += commit.mutation.length();
      records += commit.mutation.records();
      number += commit.mutation.records();
    }
    // The header of RocksDB's batch: eight bytes of sequence number, which RocksDB fills in, and
    // the number of records.
    for (int i = 0; i < 4; i++) batch[8 + i] = (byte) (records >>> (8 * i));
    faults.reached(FaultPoints.COMMIT_BEFORE_WRITE);
    sink.write(batch, records);
    nextNumber = number;
    faults.reached(FaultPoints.COMMIT_AFTER_WRITE);
    committedNumber.set(number - 1);
    for (var commit : group) commit.mutation.tell(notifier, number - 1);
  }

  /** Fails all mutations from now on. */
  private StorageException reject(Throwable failure) {
    var known = broken;
    if (known != null) return known;
    var cause = failure instanceof StorageException disk ? disk : unexpected(failure);
    broken = cause;
    if (cause != failure) {
      untold.set(failure);
      tell();
    }
    return cause;
  }

  /** Calls the listener on another thread: it may close the engine, which waits for this one. */
  private void tell() {
    var listener = onFatalError;
    if (listener == null) return;
    var failure = untold.getAndSet(null);
    if (failure == null) return;
    try {
      Thread.ofPlatform()
          .name("trestle-fatal-error")
          .daemon()
          .start(() -> listener.accept(failure));
    } catch (RuntimeException | Error noThread) {
      tellHere(listener, failure);
    }
  }

  private static void tellHere(Consumer<Throwable> listener, Throwable failure) {
    try {
      listener.accept(failure);
    } catch (RuntimeException | Error ignored) {
      // Waiting threads must be told of the failure in any case.
    }
  }

  private StorageException unexpected(Throwable failure) {
    try {
      return new StorageException("the write failed: " + failure, failure);
    } catch (RuntimeException | Error e) {
      return undescribed;
    }
  }

  /** Commits what is queued, then stops. */
  @Override
  public void close() {
    closed = true;
    notifier.close();
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
  }
}

package dev.trestle.engine.execution;

import dev.trestle.engine.IndexLag;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.storage.Storage;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets reads of global indexes be behind their tables. A snapshot is taken before a write, at most
 * sixteen times within the longest lag, and kept for that long. A read as of a time uses the first
 * snapshot after it, so it may see writes that are newer by up to a sixteenth of the lag.
 */
public final class LaggingIndexes {
  private static final int SNAPSHOTS = 16;

  private final Storage storage;
  private final IndexLag lag;
  private final InstantSource clock;

  /** Guards the fields below. */
  private final ReentrantLock lock = new ReentrantLock();

  private final SplittableRandom random;
  private final ArrayDeque<PastState> states = new ArrayDeque<>();
  private boolean closed;

  public LaggingIndexes(Storage storage, IndexLag lag, InstantSource clock) {
    this.storage = storage;
    this.lag = lag;
    this.clock = clock;
    this.random = new SplittableRandom(lag.seed());
  }

  /** A state of the database that reads may still use after it is too old for new ones. */
  private final class PastState {
    private final Snapshot snapshot = storage.snapshot();
    private final Instant taken;
    private int readers;
    private boolean dropped;

    PastState(Instant taken) {
      this.taken = taken;
    }

    void drop() {
      dropped = true;
      closeIfUnused();
    }

    void closeIfUnused() {
      if (dropped && readers == 0) snapshot.close();
    }
  }

  /** What one read sees: a snapshot, or the present if nothing was written since. */
  public final class IndexView implements AutoCloseable {
    private final Optional<PastState> state;

    private IndexView(Optional<PastState> state) {
      this.state = state;
    }

    Optional<Snapshot> snapshot() {
      return state.map(past -> past.snapshot);
    }

    @Override
    public void close() {
      if (state.isEmpty()) return;
      lock.lock();
      try {
        state.get().readers--;
        state.get().closeIfUnused();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Keeps the present state for later reads. Called before each write. */
  public void beforeWrite() {
    if (lag.isNone()) return;
    lock.lock();
    try {
      var now = clock.instant();
      dropOld(now);
      var newest = states.peekLast();
      boolean isDue =
          newest == null || !now.isBefore(newest.taken.plus(lag.max().dividedBy(SNAPSHOTS)));
      if (!closed && isDue) states.addLast(new PastState(now));
    } finally {
      lock.unlock();
    }
  }

  private void dropOld(Instant now) {
    var oldest = now.minus(lag.max());
    while (!states.isEmpty() && !states.getFirst().taken.isAfter(oldest)) {
      states.removeFirst().drop();
    }
    // The clock was set back: these would be kept until it is there again.
    while (!states.isEmpty() && states.getLast().taken.isAfter(now)) states.removeLast().drop();
  }

  /** Returns what a read of a global index sees now. */
  IndexView open() {
    if (lag.isNone()) return new IndexView(Optional.empty());
    lock.lock();
    try {
      var now = clock.instant();
      dropOld(now);
      var asOf = now.minusNanos(random.nextLong(lag.max().toNanos()) + 1);
      var state = states.stream().filter(past -> past.taken.isAfter(asOf)).findFirst();
      state.ifPresent(past -> past.readers++);
      return new IndexView(state);
    } finally {
      lock.unlock();
    }
  }

  /** Releases the snapshots. Reads that use one release it when they end. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      for (var state : new ArrayList<>(states)) state.drop();
      states.clear();
    } finally {
      lock.unlock();
    }
  }
}

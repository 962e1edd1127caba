package dev.trestle.engine.storage;

import dev.trestle.engine.StorageException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts the users of the database and admits none after it is closed. Using a closed RocksDB
 * crashes the JVM, so all native calls happen between {@link #enter} and {@link #leave}, and
 * closing waits for all users.
 */
final class CloseGuard {
  private static final long CLOSED = 1L << 62;
  private static final long POLL_NANOS = 100_000;

  private final AtomicLong inside = new AtomicLong();

  void enter() {
    if (inside.incrementAndGet() >= CLOSED) {
      leave();
      throw new StorageException("the engine is closed");
    }
  }

  void leave() {
    inside.decrementAndGet();
  }

  /**
   * Admits no more users and waits until all have left.
   *
   * @return false if it was closed already
   */
  boolean close() {
    long before = inside.getAndUpdate(n -> n >= CLOSED ? n : n + CLOSED);
    if (before >= CLOSED) return false;
    while (inside.get() > CLOSED) LockSupport.parkNanos(this, POLL_NANOS);
    return true;
  }
}

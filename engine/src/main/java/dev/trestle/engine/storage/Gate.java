package dev.trestle.engine.storage;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts who is inside and, once closed, lets nobody in any more. Using RocksDB after it was closed
 * crashes the JVM, so everything native happens inside, and closing waits until all are out.
 */
final class Gate {
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
   * Closes the gate and waits until everybody has left.
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

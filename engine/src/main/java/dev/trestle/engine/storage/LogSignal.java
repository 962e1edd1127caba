package dev.trestle.engine.storage;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tells those who wait that the log has grown. While nobody waits it costs the committer one
 * volatile write and one read for each group.
 */
final class LogSignal {
  private final AtomicInteger waiting = new AtomicInteger();

  /** Held to wait and to wake, so that no wake-up falls between a look and the wait after it. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition grown = lock.newCondition();
  private volatile long position;
  private volatile boolean closed;

  LogSignal(long position) {
    this.position = position;
  }

  long position() {
    return position;
  }

  /** Called by the committer, once records up to this number are readable. */
  void advance(long to) {
    position = to;
    // A waiter counts itself before it looks at the position: either it sees this one, or it is
    // seen here.
    if (waiting.get() > 0) wake();
  }

  /** Lets everybody go, for good. */
  void close() {
    closed = true;
    wake();
  }

  private void wake() {
    lock.lock();
    try {
      grown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until there is more in the log than up to this number, and says up to where. */
  long await(long seen, Duration timeout) throws InterruptedException {
    if (position > seen) return position;
    waiting.incrementAndGet();
    lock.lock();
    try {
      long nanos = timeout.toNanos();
      while (position <= seen && !closed && nanos > 0) nanos = grown.awaitNanos(nanos);
      return position;
    } finally {
      lock.unlock();
      waiting.decrementAndGet();
    }
  }
}

package dev.trestle.engine.storage;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes threads that wait for new log records. While no thread waits, it costs the committer one
 * volatile write and one read per group.
 */
final class LogNotifier {
  private final AtomicInteger waiting = new AtomicInteger();

  /**
   * Held while waiting and while waking, so that no wake-up is lost between the check and the wait.
   */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition grown = lock.newCondition();
  private volatile long position;
  private volatile boolean closed;

  LogNotifier(long position) {
    this.position = position;
  }

  long position() {
    return position;
  }

  /** Called by the committer when records up to this number are readable. */
  void advance(long to) {
    position = to;
    // A waiter increments the counter before it reads the position. So either it sees this
    // position, or the counter is seen here.
    if (waiting.get() > 0) wake();
  }

  /** Wakes all waiting threads, and lets none wait again. */
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

  /** Waits until the log has grown beyond a number and returns the new position. */
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

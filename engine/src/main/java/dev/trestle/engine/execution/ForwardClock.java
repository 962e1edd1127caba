package dev.trestle.engine.execution;

import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Follows another clock, except back: when that is set back, this one goes on from where it was.
 */
final class ForwardClock {
  private final InstantSource clock;

  /** Guards the fields below. */
  private final ReentrantLock lock = new ReentrantLock();

  private long lastMillis = Long.MIN_VALUE;
  private long aheadMillis;

  ForwardClock(InstantSource clock) {
    this.clock = clock;
  }

  long millis() {
    lock.lock();
    try {
      long now = clock.millis() + aheadMillis;
      if (now < lastMillis) {
        aheadMillis += lastMillis - now;
        now = lastMillis;
      }
      lastMillis = now;
      return now;
    } finally {
      lock.unlock();
    }
  }
}

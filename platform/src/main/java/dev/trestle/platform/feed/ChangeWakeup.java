package dev.trestle.platform.feed;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Wakes readers of a stream when there is something to read. A reader that takes the position,
 * reads nothing, and then waits beyond that position misses no change.
 */
public interface ChangeWakeup {
  long position();

  /** Waits until there may be changes beyond the position, or until the timeout. */
  void await(long position, Duration timeout) throws InterruptedException;

  /** The wakeup of an embedded engine, which counts its changes. */
  static ChangeWakeup of(LongSupplier position, Wait wait) {
    return new ChangeWakeup() {
      @Override
      public long position() {
        return position.getAsLong();
      }

      @Override
      public void await(long from, Duration timeout) throws InterruptedException {
        wait.beyond(from, timeout);
      }
    };
  }

  /** Waits for changes beyond a position. */
  @FunctionalInterface
  interface Wait {
    void beyond(long position, Duration timeout) throws InterruptedException;
  }

  /** No wakeup: readers poll after each timeout. */
  static ChangeWakeup none() {
    return new ChangeWakeup() {
      @Override
      public long position() {
        return 0;
      }

      @Override
      public void await(long position, Duration timeout) throws InterruptedException {
        Thread.sleep(timeout);
      }
    };
  }
}

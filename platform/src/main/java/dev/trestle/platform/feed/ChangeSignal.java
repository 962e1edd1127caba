package dev.trestle.platform.feed;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Wakes those who wait for changes. Whoever takes the position, reads, finds nothing and then waits
 * misses nothing that came meanwhile.
 */
public interface ChangeSignal {
  long position();

  /** Waits until there may be something beyond this position, at most for so long. */
  void await(long position, Duration timeout) throws InterruptedException;

  /** Of what counts its changes and lets others wait for them, as an embedded engine does. */
  static ChangeSignal of(LongSupplier position, Wait wait) {
    return new ChangeSignal() {
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

  /** The waiting half of a signal. */
  @FunctionalInterface
  interface Wait {
    void beyond(long position, Duration timeout) throws InterruptedException;
  }

  /** Where nothing signals: whoever waits looks again after the timeout. */
  static ChangeSignal none() {
    return new ChangeSignal() {
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

package dev.trestle.testing;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits for a condition, no longer than necessary. The timeout ends a wait for what never comes: on
 * a busy machine, the time for which this thread was ready and got no turn does not count.
 */
public final class Await {
  private static final long FIRST_PAUSE_NANOS = 500_000;
  private static final long LONGEST_PAUSE_NANOS = 20_000_000;
  private static final long SLOW_PAUSE_NANOS = 100_000_000;

  private Await() {}

  public static void until(BooleanSupplier condition, Duration timeout) {
    value(() -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty(), timeout);
  }

  /** Looks ten times a second: for conditions that cost a request with a rate limit. */
  public static void slowly(BooleanSupplier condition, Duration timeout) {
    valueSlowly(() -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty(), timeout);
  }

  public static <T> T valueSlowly(Supplier<Optional<T>> source, Duration timeout) {
    return value(source, timeout, SLOW_PAUSE_NANOS, SLOW_PAUSE_NANOS);
  }

  /** Returns the value as soon as it is present. */
  public static <T> T value(Supplier<Optional<T>> source, Duration timeout) {
    return value(source, timeout, FIRST_PAUSE_NANOS, LONGEST_PAUSE_NANOS);
  }

  private static <T> T value(
      Supplier<Optional<T>> source, Duration timeout, long firstPause, long longestPause) {
    long deadline = System.nanoTime() + timeout.toNanos();
    long pause = firstPause;
    while (true) {
      var value = source.get();
      if (value.isPresent()) return value.get();
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("timed out after " + timeout);
      }
      long asleep = System.nanoTime();
      LockSupport.parkNanos(pause);
      long late = System.nanoTime() - asleep - pause;
      deadline += Math.max(0, late);
      pause = Math.min(longestPause, pause + pause / 4);
    }
  }
}

package dev.trestle.testing;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what is about to happen elsewhere, and no longer than it takes. */
public final class Await {
  private static final long LOOK_EVERY_NANOS = 500_000;

  private Await() {}

  public static void until(BooleanSupplier condition, Duration timeout) {
    value(() -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty(), timeout);
  }

  /** The value, as soon as there is one. */
  public static <T> T value(Supplier<Optional<T>> source, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      var value = source.get();
      if (value.isPresent()) return value.get();
      if (System.nanoTime() > deadline) {
        throw new AssertionError("it did not happen within " + timeout);
      }
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
  }
}

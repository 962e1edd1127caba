package dev.trestle.conformance;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits for something that an endpoint does in its own time. It checks at once and then with longer
 * and longer pauses, so that a remote service is not flooded with requests.
 */
public final class Eventually {
  private static final Duration PAUSE_MIN = Duration.ofMillis(1);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofMinutes(40);

  private Eventually() {}

  public static void holds(BooleanSupplier condition) {
    value(() -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty());
  }

  /** Returns the value as soon as it is present. */
  public static <T> T value(Supplier<Optional<T>> source) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    var pause = PAUSE_MIN;
    while (true) {
      var value = source.get();
      if (value.isPresent()) return value.get();
      if (System.nanoTime() > deadline) {
        throw new AssertionError("it did not happen within " + PATIENCE);
      }
      LockSupport.parkNanos(pause.toNanos());
      pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : pause.multipliedBy(2);
    }
  }
}

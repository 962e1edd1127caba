package dev.trestle.store;

import java.time.Duration;

/**
 * How long a call is tried. Before attempt n there is a pause of a random length between nothing
 * and {@code first} doubled n − 1 times, at most {@code longest}: full jitter, so that those who
 * collided do not meet again.
 *
 * @param attempts calls in all
 * @param total no new attempt is made after this time
 */
public record RetryPolicy(int attempts, Duration first, Duration longest, Duration total) {
  /** Eight attempts within ten seconds. */
  public static final RetryPolicy STANDARD =
      new RetryPolicy(8, Duration.ofMillis(20), Duration.ofSeconds(1), Duration.ofSeconds(10));

  public static final RetryPolicy NONE =
      new RetryPolicy(1, Duration.ZERO, Duration.ZERO, Duration.ZERO);

  public RetryPolicy {
    if (attempts < 1) throw new IllegalArgumentException(attempts + " attempts");
    if (first.isNegative() || longest.compareTo(first) < 0 || total.isNegative()) {
      throw new IllegalArgumentException("pauses from %s to %s".formatted(first, longest));
    }
  }

  /** The longest pause before this attempt, of which the second is the first to have one. */
  long pauseMillisMax(int attempt) {
    int doublings = Math.min(attempt - 2, 20);
    return Math.min(longest.toMillis(), first.toMillis() << doublings);
  }
}

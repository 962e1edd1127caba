package dev.trestle.store;

import java.time.Duration;

/**
 * How long a call is retried. Before attempt n there is a random pause between zero and {@code
 * first} doubled n − 1 times, at most {@code longest}: full jitter, so that callers that collided
 * do not collide again.
 *
 * @param attempts the number of attempts in total
 * @param total no new attempt starts after this time
 */
public record RetryPolicy(int attempts, Duration first, Duration longest, Duration total) {
  /** Eight attempts within ten seconds. */
  public static final RetryPolicy STANDARD =
      new RetryPolicy(8, Duration.ofMillis(20), Duration.ofSeconds(1), Duration.ofSeconds(10));

  /** One attempt. */
  public static final RetryPolicy NONE =
      new RetryPolicy(1, Duration.ZERO, Duration.ZERO, Duration.ZERO);

  public RetryPolicy {
    if (attempts < 1) throw new IllegalArgumentException(attempts + " attempts");
    if (first.isNegative() || longest.compareTo(first) < 0 || total.isNegative()) {
      throw new IllegalArgumentException("pauses from %s to %s".formatted(first, longest));
    }
  }

  /**
   * Returns the longest pause before this attempt. The second attempt is the first one with a
   * pause.
   */
  long pauseMillisMax(int attempt) {
    int doublings = Math.min(attempt - 2, 20);
    return Math.min(longest.toMillis(), first.toMillis() << doublings);
  }
}

package dev.trestle.platform.queue;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long a failed job waits. The pause starts at {@code first} and doubles with each attempt up
 * to {@code longest}; half of it is random.
 *
 * @param attempts how often a job is tried before it becomes a dead letter
 */
public record Backoff(int attempts, Duration first, Duration longest) {
  /** Eight attempts within a few minutes. */
  public static final Backoff STANDARD =
      new Backoff(8, Duration.ofSeconds(1), Duration.ofMinutes(10));

  public Backoff {
    if (attempts < 1) throw new IllegalArgumentException(attempts + " attempts");
    if (first.isNegative() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException("pauses from %s to %s".formatted(first, longest));
    }
  }

  boolean isLast(long attempt) {
    return attempt >= attempts;
  }

  Duration pauseAfter(long attempt, RandomGenerator random) {
    int doublings = (int) Math.min(attempt - 1, 30);
    long millis = Math.min(longest.toMillis(), first.toMillis() << doublings);
    return Duration.ofMillis(millis / 2 + random.nextLong(millis / 2 + 1));
  }
}

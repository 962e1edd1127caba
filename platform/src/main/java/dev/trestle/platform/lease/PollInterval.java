package dev.trestle.platform.lease;

import java.time.Duration;

/**
 * The pause between two looks for work: short while there is work, doubled up to a maximum while
 * there is none.
 */
public record PollInterval(Duration min, Duration max) {
  public PollInterval {
    if (min.isNegative() || min.isZero() || max.compareTo(min) < 0) {
      throw new IllegalArgumentException("polls every %s to %s".formatted(min, max));
    }
  }

  public static PollInterval ofMillis(long min, long max) {
    return new PollInterval(Duration.ofMillis(min), Duration.ofMillis(max));
  }

  /** The pause after one that found nothing. */
  public Duration longer(Duration pause) {
    var twice = pause.multipliedBy(2);
    return twice.compareTo(max) < 0 ? twice : max;
  }
}

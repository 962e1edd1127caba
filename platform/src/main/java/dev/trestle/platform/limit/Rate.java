package dev.trestle.platform.limit;

import java.time.Duration;

/**
 * A token bucket of {@code burst} tokens, refilled evenly with {@code count} tokens per {@code
 * per}.
 *
 * @param name tells this limit from others of the same key
 */
public record Rate(String name, int count, Duration per, int burst) {
  public Rate {
    if (count < 1 || burst < 1 || per.isNegative() || per.isZero()) {
      throw new IllegalArgumentException("a rate of nothing");
    }
  }

  /** {@code count} per second, and as many at once. */
  public static Rate perSecond(String name, int count) {
    return new Rate(name, count, Duration.ofSeconds(1), count);
  }

  public static Rate perMinute(String name, int count) {
    return new Rate(name, count, Duration.ofMinutes(1), count);
  }

  public static Rate perHour(String name, int count) {
    return new Rate(name, count, Duration.ofHours(1), count);
  }

  /** The same rate with another burst. */
  public Rate burst(int tokens) {
    return new Rate(name, count, per, tokens);
  }

  /** The time to refill one token. */
  public long nanosPerToken() {
    return Math.max(1, per.toNanos() / count);
  }

  /** The time to refill an empty bucket. */
  Duration whole() {
    return Duration.ofNanos(nanosPerToken() * burst);
  }
}

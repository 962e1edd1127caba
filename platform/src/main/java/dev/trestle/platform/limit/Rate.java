package dev.trestle.platform.limit;

import java.time.Duration;

/**
 * A token bucket: {@code burst} tokens at most, of which {@code count} come back in each {@code
 * per}, evenly.
 *
 * @param name tells this bucket from others of the same key
 */
public record Rate(String name, int count, Duration per, int burst) {
  public Rate {
    if (count < 1 || burst < 1 || per.isNegative() || per.isZero()) {
      throw new IllegalArgumentException("a rate of nothing");
    }
  }

  /** So many a second, the same number at once. */
  public static Rate perSecond(String name, int count) {
    return new Rate(name, count, Duration.ofSeconds(1), count);
  }

  public static Rate perMinute(String name, int count) {
    return new Rate(name, count, Duration.ofMinutes(1), count);
  }

  public static Rate perHour(String name, int count) {
    return new Rate(name, count, Duration.ofHours(1), count);
  }

  /** The same with another number at once. */
  public Rate burst(int tokens) {
    return new Rate(name, count, per, tokens);
  }

  /** How long one token takes to come back. */
  long nanosPerToken() {
    return Math.max(1, per.toNanos() / count);
  }

  /** How long an empty bucket takes to be full. */
  Duration whole() {
    return Duration.ofNanos(nanosPerToken() * burst);
  }
}

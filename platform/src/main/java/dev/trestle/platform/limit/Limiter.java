package dev.trestle.platform.limit;

import java.time.Duration;

/**
 * Counts who did how much: the port behind which there is memory, or something that several
 * machines share. Each implementation passes the same contract test.
 */
public interface Limiter {
  /**
   * How a request for tokens ended.
   *
   * @param remaining tokens left now
   * @param retryAfter when as many as were asked for will be there; zero if they were taken
   * @param full when the bucket will be full again
   */
  record Verdict(boolean isAllowed, int remaining, Duration retryAfter, Duration full) {}

  /**
   * Takes tokens from the bucket of this key, all of them or none.
   *
   * @throws IllegalArgumentException if the bucket never holds so many
   */
  Verdict take(Rate rate, String key, int tokens);

  default Verdict take(Rate rate, String key) {
    return take(rate, key, 1);
  }
}

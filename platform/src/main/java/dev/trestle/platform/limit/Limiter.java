package dev.trestle.platform.limit;

import java.time.Duration;

/**
 * Limits how often something is done. The port for limits in memory, or shared by several servers.
 * Every implementation passes {@code LimiterContract}.
 */
public interface Limiter {
  /**
   * The outcome of taking tokens.
   *
   * @param remaining tokens left now
   * @param retryAfter when the requested tokens will be there; zero if they were taken
   * @param full when the bucket will be full again
   */
  record Verdict(boolean isAllowed, int remaining, Duration retryAfter, Duration full) {
    /**
     * The verdict on a bucket.
     *
     * @param untilFull nanoseconds until it is full, after the tokens were taken
     * @param wait nanoseconds until the requested tokens will be there
     */
    public static Verdict of(Rate rate, boolean isAllowed, long untilFull, long wait) {
      int remaining = (int) ((rate.whole().toNanos() - untilFull) / rate.nanosPerToken());
      return new Verdict(isAllowed, remaining, Duration.ofNanos(wait), Duration.ofNanos(untilFull));
    }
  }

  /**
   * Takes tokens from a key's bucket, all or none.
   *
   * @throws IllegalArgumentException if the bucket never holds that many
   */
  Verdict take(Rate rate, String key, int tokens);

  default Verdict take(Rate rate, String key) {
    return take(rate, key, 1);
  }

  /** Returns tokens that were taken for something that does not count after all. */
  void giveBack(Rate rate, String key, int tokens);
}

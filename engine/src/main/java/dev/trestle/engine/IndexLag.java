package dev.trestle.engine;

import java.time.Duration;

/**
 * How far reads of global indexes are behind their tables. Each read is behind by a random time up
 * to the maximum, so that a program meets stale entries, and may miss entries that an earlier read
 * returned. The same seed gives the same times.
 */
public record IndexLag(Duration max, long seed) {
  private static final Duration LONGEST = Duration.ofMinutes(10);

  public static final IndexLag NONE = new IndexLag(Duration.ZERO, 0);

  public IndexLag {
    if (max.isNegative() || max.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("an index lag of " + max);
    }
  }

  public boolean isNone() {
    return max.isZero();
  }
}

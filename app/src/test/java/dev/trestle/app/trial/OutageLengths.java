package dev.trestle.app.trial;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * How long disturbances last.
 *
 * @param min the shortest
 * @param max the longest of three in four
 * @param rare one in four
 */
record OutageLengths(Duration min, Duration max, Duration rare) {
  private static final int RARE_ONE_IN = 4;

  /** All of the same length. */
  static OutageLengths of(Duration each) {
    return new OutageLengths(each, each, each);
  }

  Duration next(SplittableRandom random) {
    if (random.nextInt(RARE_ONE_IN) == 0) return rare;
    return Duration.ofMillis(random.nextLong(min.toMillis(), max.toMillis() + 1));
  }
}

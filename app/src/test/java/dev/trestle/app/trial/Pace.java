package dev.trestle.app.trial;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * How fast clients work: evenly over the whole trial, and within the limits that servers set for
 * what a user does in an hour.
 *
 * @param length about how long the trial takes
 */
record Pace(Duration length) {
  /**
   * Pauses before the next step.
   *
   * @param millisMin the shortest pause, on average
   * @param stepsMax the most steps in the whole trial
   */
  void pause(SplittableRandom random, long millisMin, int stepsMax) throws InterruptedException {
    long millis = Math.max(millisMin, length.toMillis() / stepsMax);
    Thread.sleep(random.nextLong(millis / 2, millis * 3 / 2));
  }
}

package dev.trestle.cli.migrate;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The steps to a declaration, in a safe order.
 *
 * @param underWay whether the migration was begun and is not finished
 * @param problems why it cannot be applied
 * @param left differences that are not changed here
 */
public record MigrationPlan(
    String model,
    boolean underWay,
    List<PlannedStep> steps,
    List<String> problems,
    List<String> left) {
  public MigrationPlan {
    steps = List.copyOf(steps);
    problems = List.copyOf(problems);
    left = List.copyOf(left);
  }

  /**
   * A step with its estimated cost.
   *
   * @param items items in the table
   * @param changes items that are written
   * @param duration at the given pace; empty if DynamoDB sets the pace
   */
  public record PlannedStep(
      StepProgress progress,
      long items,
      long changes,
      long readUnits,
      long writeUnits,
      Optional<Duration> duration) {
    public MigrationStep step() {
      return progress.step();
    }
  }
}

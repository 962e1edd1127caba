package dev.trestle.cli.migrate;

import java.util.List;

/**
 * What came of applying a migration.
 *
 * @param dropped whether the last steps were asked for
 * @param unreadable some of the items that stopped it
 */
public record MigrationResult(
    List<StepProgress> steps, boolean dropped, List<UnreadableItem> unreadable) {
  public MigrationResult {
    steps = List.copyOf(steps);
    unreadable = List.copyOf(unreadable);
  }

  /** Whether everything is done that was asked for. */
  public boolean isDone() {
    return steps.stream().allMatch(step -> step.done() || isLeft(step));
  }

  /** The last steps, which were not asked for. */
  public List<MigrationStep> left() {
    return steps.stream().filter(this::isLeft).map(StepProgress::step).toList();
  }

  private boolean isLeft(StepProgress step) {
    return !step.done() && step.step().isLast() && !dropped;
  }
}

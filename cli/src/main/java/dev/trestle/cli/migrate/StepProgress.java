package dev.trestle.cli.migrate;

import java.util.List;
import java.util.Optional;

/**
 * How far a step has come.
 *
 * @param position the key after which a pass goes on; empty at the start
 * @param items how many items were read
 * @param changed how many of them were written
 * @param unreadable how many are not what their entity declares
 * @param units read and write units consumed
 */
public record StepProgress(
    MigrationStep step,
    boolean done,
    List<StoredKey> position,
    long items,
    long changed,
    long unreadable,
    double units) {
  public StepProgress {
    position = List.copyOf(position);
  }

  static StepProgress start(MigrationStep step) {
    return new StepProgress(step, false, List.of(), 0, 0, 0, 0);
  }

  StepProgress finished() {
    return new StepProgress(step, true, List.of(), items, changed, unreadable, units);
  }

  /**
   * Where the next process goes on. A pass that met unreadable items starts over: they may have
   * been repaired, or have to be reported again.
   */
  StepProgress resumed() {
    return unreadable == 0 ? this : start(step);
  }

  /** After another page of a pass. */
  StepProgress after(PassPage page) {
    return new StepProgress(
        step,
        false,
        page.next().map(StoredKey::of).orElse(List.of()),
        items + page.items(),
        changed + page.changed(),
        unreadable + page.unreadable().size(),
        units + page.units());
  }

  /** Where a pass goes on. */
  Optional<List<StoredKey>> resume() {
    return position.isEmpty() ? Optional.empty() : Optional.of(position);
  }
}

package dev.trestle.cli.migrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of the migrations of one model. Kept in a table beside the model's own.
 *
 * @param declaration the {@link Declaration} that the steps lead to
 * @param steps the steps of the migration that runs or ran last
 * @param forms by table or {@link MovedItems}, the {@link Declaration} that all items were brought
 *     to
 * @param owner who applies it; empty if nobody does
 * @param leaseMillis how long the owner may be silent before somebody else may go on
 */
record MigrationState(
    String model,
    String declaration,
    List<StepProgress> steps,
    Map<String, String> forms,
    Optional<String> owner,
    long leaseMillis,
    long version) {
  MigrationState {
    steps = List.copyOf(steps);
    forms = Map.copyOf(forms);
  }

  static MigrationState none(String model) {
    return new MigrationState(model, "", List.of(), Map.of(), Optional.empty(), 0, 0);
  }

  MigrationState ownedBy(String name, long millis) {
    return new MigrationState(model, declaration, steps, forms, Optional.of(name), millis, version);
  }

  MigrationState released() {
    return new MigrationState(model, declaration, steps, forms, Optional.empty(), 0, version);
  }

  MigrationState planned(String target, List<StepProgress> planned) {
    return new MigrationState(model, target, planned, forms, owner, leaseMillis, version);
  }

  MigrationState with(int step, StepProgress progress) {
    var changed = new ArrayList<>(steps);
    changed.set(step, progress);
    return new MigrationState(model, declaration, changed, forms, owner, leaseMillis, version);
  }

  /** The same at another version. */
  MigrationState at(long number) {
    return new MigrationState(model, declaration, steps, forms, owner, leaseMillis, number);
  }

  /** All items of a table are stored as this declaration says. */
  MigrationState brought(String table, String form) {
    var all = new HashMap<>(forms);
    all.put(table, form);
    return new MigrationState(model, declaration, steps, all, owner, leaseMillis, version);
  }

  /** Whether all steps are done but the last ones, which need to be asked for. */
  boolean hasOnlyLastSteps() {
    return steps.stream().allMatch(step -> step.done() || step.step().isLast());
  }

  /** Whether a migration to this declaration was begun and has steps left. */
  boolean isUnderWay(String target) {
    return declaration.equals(target) && steps.stream().anyMatch(step -> !step.done());
  }
}

package dev.trestle.design.check;

import dev.trestle.design.ConditionText;
import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign.Write;
import dev.trestle.design.ReportText;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.model.expression.Comparison;
import dev.trestle.model.expression.ConditionTree;
import dev.trestle.model.expression.UpdateAction;
import java.util.List;

/** Checks that an update that counts is done once, even if its response is lost. */
record RepeatedUpdates() implements DesignCheck {
  @Override
  public String name() {
    return "counting";
  }

  @Override
  public String about() {
    return "An update that adds to a value is in a transaction, or has a condition that"
        + " refuses its repetition, because clients repeat requests without a response.";
  }

  @Override
  public List<Finding> findings(CheckedDesign design) {
    var found = new Findings(this);
    for (var written : design.writes()) {
      var write = written.write();
      var repeating = UpdateAction.repeating(write.actions());
      if (written.in().isPresent() || repeating.isEmpty() || isOnce(design, write)) continue;
      found.warning(
          Subject.of(write),
          "%s: after a timeout it is unknown whether it was done, and if the SDK repeats it, it counts twice"
              .formatted(ReportText.list(repeating.stream().map(ConditionText::of).toList())),
          "put it into a transaction, whose token makes it happen once, or add a condition on what"
              + " it changes, such as version = :seen");
    }
    return found.list();
  }

  /** Whether a condition refuses the repetition. */
  private static boolean isOnce(CheckedDesign design, Write write) {
    return write.ifAbsent()
        || namesVersion(design, write)
        || write.condition().filter(condition -> wantsFormer(condition, write)).isPresent();
  }

  /** The store refuses an update that has not seen the latest version. */
  private static boolean namesVersion(CheckedDesign design, Write write) {
    return design
        .entity(write.entity())
        .flatMap(EntityDesign::versionComponent)
        .filter(version ->
            write.parameters().stream().anyMatch(parameter -> parameter.name().equals(version)))
        .isPresent();
  }

  /**
   * The condition requires a value of an attribute that the update changes: not the one that it
   * sets, which is still there when the update is repeated.
   */
  private static boolean wantsFormer(ConditionTree condition, Write write) {
    return switch (condition) {
      case ConditionTree.Compare(var path, var comparison, var wanted) ->
          comparison == Comparison.EQUAL
              && write.actions().stream()
                  .filter(action -> action.path().equals(path))
                  .anyMatch(action -> !action.equals(new UpdateAction.Set(path, wanted)));
      case ConditionTree.All(var all) -> all.stream().anyMatch(each -> wantsFormer(each, write));
      case ConditionTree.Any(var any) -> any.stream().allMatch(each -> wantsFormer(each, write));
      case ConditionTree.Absent(var path) ->
          write.actions().stream()
              .filter(action -> action.path().equals(path))
              .anyMatch(action -> !(action instanceof UpdateAction.Remove));
      case ConditionTree.ItemAbsent() -> true;
      case ConditionTree.CompareSize ignored -> false;
      case ConditionTree.Between ignored -> false;
      case ConditionTree.OneOf ignored -> false;
      case ConditionTree.BeginsWith ignored -> false;
      case ConditionTree.Contains ignored -> false;
      case ConditionTree.Present ignored -> false;
      case ConditionTree.ItemExists() -> false;
      case ConditionTree.Not ignored -> false;
    };
  }
}

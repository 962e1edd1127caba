package dev.trestle.conformance.random;

import dev.trestle.testing.reference.ExpectedError;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The result of a step, in a form that can be compared. */
sealed interface StepResult {
  /**
   * Success.
   *
   * @param items the returned items, in the order that DynamoDB guarantees, or else by key
   * @param pages how many items were read for each page
   * @param units capacity units by name of table or index; empty if the test does not predict them
   */
  record Done(
      List<Map<String, AttributeValue>> items, List<Integer> pages, Map<String, Double> units)
      implements StepResult {
    static Done of(List<Map<String, AttributeValue>> items, Map<String, Double> units) {
      return new Done(items, List.of(), units);
    }
  }

  /** An error. If the reference does not know the whole message, it knows the beginning. */
  record Failed(
      String code,
      String message,
      Optional<Map<String, AttributeValue>> item,
      List<ExpectedError.Reason> reasons)
      implements StepResult {}

  /** Returns whether the engine's result matches this expected one. */
  default boolean allows(StepResult actual) {
    return switch (this) {
      case Done(var items, var pages, var units) ->
          actual instanceof Done done
              && done.items.equals(items)
              && done.pages.equals(pages)
              && (units.isEmpty() || done.units.equals(units));
      case Failed(var code, var message, var item, var reasons) ->
          actual instanceof Failed failed
              && failed.code.equals(code)
              && failed.message.startsWith(message)
              && failed.item.equals(item)
              && failed.reasons.equals(reasons);
    };
  }
}

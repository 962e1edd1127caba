package dev.trestle.conformance.random;

import dev.trestle.testing.reference.Refused;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a step was answered with, in a form that can be compared. */
sealed interface Answer {
  /**
   * Success.
   *
   * @param items what came back, in an order that DynamoDB promises or, where it promises none, in
   *     the order of the keys
   * @param pages how many items were read for each page
   * @param units capacity units under the names of table and indexes; empty where the test does not
   *     predict them
   */
  record Done(
      List<Map<String, AttributeValue>> items, List<Integer> pages, Map<String, Double> units)
      implements Answer {
    static Done of(List<Map<String, AttributeValue>> items, Map<String, Double> units) {
      return new Done(items, List.of(), units);
    }
  }

  /** An error; where the reference does not know all of the message, it knows the beginning. */
  record Failed(
      String code,
      String message,
      Optional<Map<String, AttributeValue>> item,
      List<Refused.Reason> reasons)
      implements Answer {}

  /** Whether an engine's answer is what this one says it should be. */
  default boolean allows(Answer actual) {
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

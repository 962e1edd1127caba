package dev.trestle.engine.operation;

import dev.trestle.engine.expression.KeyCondition;
import dev.trestle.engine.expression.KeyCondition.Test;
import dev.trestle.engine.read.Source;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether a key condition and a starting key fit the key of what is queried. */
final class KeyConditionChecks {
  private final Source source;
  private final Map<String, Test> tests;
  private final Optional<Item> start;

  KeyConditionChecks(Source source, KeyCondition condition, Optional<Item> start) {
    this.source = source;
    this.tests = condition.tests();
    this.start = start;
  }

  /** In the order in which DynamoDB finds fault. */
  void check() {
    start.ifPresent(key -> StartKey.complete(source, key, StartKey.INVALID));
    count();
    for (var attribute : source.keys().partition()) partition(attribute);
    for (var attribute : source.keys().sort()) sort(attribute);
    order();
    start.ifPresent(this::boundaries);
  }

  private void count() {
    int attributes = source.keys().attributes().size();
    if (tests.size() <= attributes) return;
    throw new ValidationException(
        "The number of query conditions ("
            + tests.size()
            + ") exceeds the number of key attributes defined in the schema ("
            + attributes
            + ")");
  }

  private void partition(KeyAttribute attribute) {
    start.ifPresent(key -> StartKey.part(source, attribute, key));
    var test = tests.get(attribute.name());
    if (test == null) throw missed(attribute);
    values(attribute, test);
    if (!(test instanceof Test.Equal)) {
      throw new ValidationException("Query key condition not supported");
    }
  }

  private void sort(KeyAttribute attribute) {
    start.ifPresent(key -> StartKey.part(source, attribute, key));
    var test = tests.get(attribute.name());
    if (test != null) {
      values(attribute, test);
    } else if (!source.keys().names().containsAll(tests.keySet())) {
      throw missed(attribute);
    }
  }

  private void values(KeyAttribute attribute, Test test) {
    var values = valuesOf(test);
    for (var value : values) {
      if (value.type() != attribute.type()) {
        throw new ValidationException(
            "One or more parameter values were invalid: Condition parameter type does not match"
                + " schema type");
      }
    }
    for (var value : values) KeyChecks.queried(source, attribute, value);
  }

  static List<Value> valuesOf(Test test) {
    return switch (test) {
      case Test.Equal(var value) -> List.of(value);
      case Test.Less(var value) -> List.of(value);
      case Test.LessOrEqual(var value) -> List.of(value);
      case Test.Greater(var value) -> List.of(value);
      case Test.GreaterOrEqual(var value) -> List.of(value);
      case Test.Between(var low, var high) -> List.of(low, high);
      case Test.BeginsWith(var prefix) -> List.of(prefix);
    };
  }

  private static ValidationException missed(KeyAttribute attribute) {
    return new ValidationException(
        "Query condition missed key schema element: " + attribute.name());
  }

  /** Sort attributes are given from the first on, and all but the last by equality. */
  private void order() {
    var open = new ArrayList<String>();
    for (var attribute : source.keys().sort()) {
      var test = tests.get(attribute.name());
      if (test != null && !open.isEmpty()) {
        throw new ValidationException(
            "RANGE key attributes "
                + String.join(", ", open)
                + " must have equality conditions specified in the query because a condition is"
                + " present on key attribute "
                + attribute.name());
      }
      if (!(test instanceof Test.Equal)) open.add(attribute.name());
    }
  }

  private void boundaries(Item key) {
    StartKey.table(source, key);
    boolean samePartition = matches(source.keys().partition(), key);
    boolean sorted =
        source.keys().sort().stream().anyMatch(attribute -> tests.containsKey(attribute.name()));
    if (sorted && !matches(source.keys().sort(), key)) {
      throw new ValidationException(
          "The provided starting key does not match the range key predicate");
    }
    if (samePartition) return;
    throw new ValidationException(
        sorted
            ? "The query can return at most one row and cannot be restarted"
            : "The provided starting key is outside query boundaries based on provided conditions");
  }

  private boolean matches(List<KeyAttribute> attributes, Item key) {
    for (var attribute : attributes) {
      var test = tests.get(attribute.name());
      if (test != null && !holds(test, attribute.in(key).orElseThrow())) return false;
    }
    return true;
  }

  private static boolean holds(Test test, Value value) {
    return switch (test) {
      case Test.Equal(var other) -> value.compareContent(other) == 0;
      case Test.Less(var other) -> value.compareContent(other) < 0;
      case Test.LessOrEqual(var other) -> value.compareContent(other) <= 0;
      case Test.Greater(var other) -> value.compareContent(other) > 0;
      case Test.GreaterOrEqual(var other) -> value.compareContent(other) >= 0;
      case Test.Between(var low, var high) ->
          value.compareContent(low) >= 0 && value.compareContent(high) <= 0;
      case Test.BeginsWith(var prefix) -> value.contentContains(prefix, true);
    };
  }
}

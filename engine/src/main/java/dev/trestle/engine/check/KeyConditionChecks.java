package dev.trestle.engine.check;

import dev.trestle.engine.expression.KeyCondition;
import dev.trestle.engine.expression.KeyCondition.Test;
import dev.trestle.engine.read.ReadTarget;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.SchemaAttribute;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks a key condition and a start key against the key of the table or index. */
public final class KeyConditionChecks {
  private final ReadTarget target;
  private final Map<String, Test> tests;
  private final Optional<Item> start;

  public KeyConditionChecks(ReadTarget target, KeyCondition condition, Optional<Item> start) {
    this.target = target;
    this.tests = condition.tests();
    this.start = start;
  }

  /** Runs the checks in DynamoDB's order. */
  public void check() {
    start.ifPresent(key -> StartKeyChecks.complete(target, key, StartKeyChecks.INVALID));
    count();
    for (var attribute : target.keys().partition()) partition(attribute);
    for (var attribute : target.keys().sort()) sort(attribute);
    order();
    start.ifPresent(this::boundaries);
  }

  private void count() {
    int attributes = target.keys().attributes().size();
    if (tests.size() <= attributes) return;
    throw new ValidationException(
        "The number of query conditions ("
            + tests.size()
            + ") exceeds the number of key attributes defined in the schema ("
            + attributes
            + ")");
  }

  private void partition(SchemaAttribute attribute) {
    start.ifPresent(key -> StartKeyChecks.part(target, attribute, key));
    var test = tests.get(attribute.name());
    if (test != null) values(attribute, test);
    if (test instanceof Test.Equal) return;
    if (target.keys().partition().size() > 1) throw partitionOpen();
    throw test == null
        ? missed(attribute)
        : new ValidationException("Query key condition not supported");
  }

  private ValidationException partitionOpen() {
    var open =
        target.keys().partition().stream()
            .map(SchemaAttribute::name)
            .filter(name -> !(tests.get(name) instanceof Test.Equal));
    return new ValidationException(
        "HASH key attributes "
            + open.collect(Collectors.joining(", "))
            + " must have equality conditions specified in the query");
  }

  private void sort(SchemaAttribute attribute) {
    start.ifPresent(key -> StartKeyChecks.part(target, attribute, key));
    var test = tests.get(attribute.name());
    if (test != null) {
      values(attribute, test);
    } else if (!target.keys().names().containsAll(tests.keySet())) {
      throw missed(attribute);
    }
  }

  private void values(SchemaAttribute attribute, Test test) {
    var values = valuesOf(test);
    for (var value : values) {
      if (value.type() != attribute.type()) {
        throw new ValidationException(
            "One or more parameter values were invalid: Condition parameter type does not match"
                + " schema type");
      }
    }
    for (var value : values) KeyChecks.queried(target, attribute, value);
  }

  public static List<Value> valuesOf(Test test) {
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

  private static ValidationException missed(SchemaAttribute attribute) {
    return new ValidationException(
        "Query condition missed key schema element: " + attribute.name());
  }

  /**
   * Checks that sort attributes are given from the first one on, and all but the last by equality.
   */
  private void order() {
    var open = new ArrayList<String>();
    for (var attribute : target.keys().sort()) {
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
    StartKeyChecks.table(target, key);
    boolean samePartition = matches(target.keys().partition(), key);
    boolean sorted =
        target.keys().sort().stream().anyMatch(attribute -> tests.containsKey(attribute.name()));
    if (sorted && !matches(target.keys().sort(), key)) {
      throw new ValidationException(
          "The provided starting key does not match the range key predicate");
    }
    if (samePartition) {
      // A partition without sort key is one item, and nothing comes after it.
      if (target.index().isEmpty() && target.keys().sort().isEmpty()) throw noneAfter(key);
      return;
    }
    throw new ValidationException(
        sorted
            ? "The query can return at most one row and cannot be restarted"
            : "The provided starting key is outside query boundaries based on provided conditions");
  }

  private ValidationException noneAfter(Item key) {
    var attribute = target.keys().partitionKey();
    return new ValidationException(
        "The provided exclusive start key is invalid: ExclusiveStartKey: {"
            + attribute.name()
            + "=AttributeValue: {"
            + attribute.type()
            + ":"
            + quoted(attribute.in(key).orElseThrow())
            + "}}");
  }

  private static String quoted(Value value) {
    return switch (value.type()) {
      case S -> value.string();
      case N -> value.numberText();
      default -> Base64.getEncoder().encodeToString(value.content());
    };
  }

  private boolean matches(List<SchemaAttribute> attributes, Item key) {
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

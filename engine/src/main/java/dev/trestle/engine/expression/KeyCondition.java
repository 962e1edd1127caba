package dev.trestle.engine.expression;

import dev.trestle.item.Value;
import java.util.Map;

/**
 * What a query wants of key attributes: one test each. Whether they are the keys of the table or
 * index, and of the right types, is for the query to check.
 */
public record KeyCondition(Map<String, Test> tests) {
  public KeyCondition {
    tests = Map.copyOf(tests);
  }

  /** What one key attribute has to be. */
  public sealed interface Test {
    record Equal(Value value) implements Test {}

    record Less(Value value) implements Test {}

    record LessOrEqual(Value value) implements Test {}

    record Greater(Value value) implements Test {}

    record GreaterOrEqual(Value value) implements Test {}

    record Between(Value low, Value high) implements Test {}

    record BeginsWith(Value prefix) implements Test {}
  }
}

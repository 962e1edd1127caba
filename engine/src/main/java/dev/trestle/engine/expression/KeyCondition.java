package dev.trestle.engine.expression;

import dev.trestle.item.Value;
import java.util.Map;

/**
 * The key condition of a query: one test per key attribute. The query checks whether these are keys
 * of the table or index and have the right types.
 */
public record KeyCondition(Map<String, Test> tests) {
  public KeyCondition {
    tests = Map.copyOf(tests);
  }

  /** The test of one key attribute. */
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

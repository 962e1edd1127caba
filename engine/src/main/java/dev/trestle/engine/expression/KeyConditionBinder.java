package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Limits;
import dev.trestle.item.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Converts a condition to a key condition. DynamoDB first parses and checks it like any other
 * condition, so what is not allowed in key conditions has its own messages and is not a syntax
 * error.
 */
final class KeyConditionBinder {
  /** DynamoDB was seen to use this prefix for two of the messages only. */
  private static final String IN_EXPRESSION = "Invalid KeyConditionExpression: ";

  private final Map<String, KeyCondition.Test> tests = new LinkedHashMap<>();

  private KeyConditionBinder() {}

  static KeyCondition of(Predicate predicate, Bindings bindings) {
    var binder = new KeyConditionBinder();
    binder.add(predicate, bindings);
    return of(binder.tests);
  }

  /**
   * Checks the number of conditions: at least one, and not more than an index can have key
   * attributes.
   */
  static KeyCondition of(Map<String, KeyCondition.Test> tests) {
    if (tests.isEmpty() || tests.size() > 2 * Limits.INDEX_KEY_ATTRIBUTES) {
      throw new ValidationException("Conditions can be of length 1 or 2 only");
    }
    return new KeyCondition(tests);
  }

  private void add(Predicate predicate, Bindings bindings) {
    switch (predicate) {
      case Predicate.And(var left, var right) -> {
        add(left, bindings);
        add(right, bindings);
      }
      case Predicate.Or ignored -> throw wrongOperator("OR");
      case Predicate.Not ignored -> throw wrongOperator("NOT");
      case Predicate.In ignored -> throw wrongOperator("IN");
      case Predicate.Compare(var comparator, var left, var right) -> {
        if (comparator == Comparator.NE) throw wrongOperator("<>");
        add(comparator, left, right, bindings);
      }
      case Predicate.Between(var operand, var low, var high) -> {
        if (!(operand instanceof ParsedOperand.Path)) throw notFirst("BETWEEN", operand);
        var name = attribute(List.of(operand, low, high), bindings);
        var from = value(low, bindings);
        put(name, new KeyCondition.Test.Between(from, value(high, bindings)));
      }
      case ParsedOperand.Call(var function, var arguments) -> {
        if (!function.equals("begins_with")) throw wrongOperator(function);
        if (!(arguments.getFirst() instanceof ParsedOperand.Path)) {
          throw notFirst(function, arguments.getFirst());
        }
        var name = attribute(arguments, bindings);
        put(name, new KeyCondition.Test.BeginsWith(value(arguments.getLast(), bindings)));
      }
    }
  }

  private void add(
      Comparator comparator, ParsedOperand left, ParsedOperand right, Bindings bindings) {
    var name = attribute(List.of(left, right), bindings);
    boolean turned = !(left instanceof ParsedOperand.Path);
    var value = value(turned ? left : right, bindings);
    put(
        name,
        switch (comparator) {
          case EQ -> new KeyCondition.Test.Equal(value);
          case LT ->
              turned ? new KeyCondition.Test.Greater(value) : new KeyCondition.Test.Less(value);
          case LE ->
              turned
                  ? new KeyCondition.Test.GreaterOrEqual(value)
                  : new KeyCondition.Test.LessOrEqual(value);
          case GT ->
              turned ? new KeyCondition.Test.Less(value) : new KeyCondition.Test.Greater(value);
          case GE ->
              turned
                  ? new KeyCondition.Test.LessOrEqual(value)
                  : new KeyCondition.Test.GreaterOrEqual(value);
          case NE -> throw new IllegalStateException("no key condition");
        });
  }

  /** Returns the only attribute among the operands. */
  private static String attribute(List<ParsedOperand> operands, Bindings bindings) {
    var found = Optional.<BoundPath>empty();
    for (var operand : operands) {
      switch (operand) {
        case ParsedOperand.Path path -> {
          if (found.isPresent()) {
            throw wrong("Multiple attribute names used in one condition");
          }
          var bound = path.bind(bindings);
          if (!bound.isTopLevel()) {
            throw new ValidationException(
                IN_EXPRESSION
                    + "KeyConditionExpressions cannot have conditions on nested attributes");
          }
          found = Optional.of(bound);
        }
        case ParsedOperand.Call ignored -> throw nested();
        case ParsedOperand.Truth ignored -> throw nested();
        case ParsedOperand.ValueReference ignored -> {}
      }
    }
    return found.orElseThrow(() -> wrong("No key attribute specified")).head().text();
  }

  private static Value value(ParsedOperand operand, Bindings bindings) {
    return switch (operand) {
      case ParsedOperand.ValueReference reference -> bindings.value(reference);
      case ParsedOperand.Path ignored ->
          throw wrong("Multiple attribute names used in one condition");
      case ParsedOperand.Call ignored -> throw nested();
      case ParsedOperand.Truth ignored -> throw nested();
    };
  }

  private void put(String attribute, KeyCondition.Test test) {
    if (tests.putIfAbsent(attribute, test) != null) {
      throw new ValidationException(
          IN_EXPRESSION + "KeyConditionExpressions must only contain one condition per key");
    }
  }

  private static ValidationException wrongOperator(String operator) {
    return new ValidationException("Invalid operator used in KeyConditionExpression: " + operator);
  }

  private static ValidationException notFirst(String operator, ParsedOperand first) {
    return first instanceof ParsedOperand.Call
        ? nested()
        : wrong(operator + " operator must have the key attribute as its first operand");
  }

  private static ValidationException nested() {
    return new ValidationException("KeyConditionExpressions cannot contain nested operations");
  }

  private static ValidationException wrong(String why) {
    return new ValidationException("Invalid condition in KeyConditionExpression: " + why);
  }
}

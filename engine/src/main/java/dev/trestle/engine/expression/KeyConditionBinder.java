package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Limits;
import dev.trestle.item.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads key conditions off a condition that was bound and checked as any other: that is how
 * DynamoDB does it, so that what no key condition may have is told by other messages than syntax
 * errors.
 */
final class KeyConditionBinder {
  /** Seen before two of the messages only; the others were last seen without it. */
  private static final String IN_EXPRESSION = "Invalid KeyConditionExpression: ";

  private final Map<String, KeyCondition.Test> tests = new LinkedHashMap<>();

  private KeyConditionBinder() {}

  static KeyCondition of(Predicate predicate, Scope scope) {
    var binder = new KeyConditionBinder();
    binder.add(predicate, scope);
    return of(binder.tests);
  }

  /** Refuses more conditions than any index has key attributes, and none at all. */
  static KeyCondition of(Map<String, KeyCondition.Test> tests) {
    if (tests.isEmpty() || tests.size() > 2 * Limits.INDEX_KEY_ATTRIBUTES) {
      throw new ValidationException("Conditions can be of length 1 or 2 only");
    }
    return new KeyCondition(tests);
  }

  private void add(Predicate predicate, Scope scope) {
    switch (predicate) {
      case Predicate.And(var left, var right) -> {
        add(left, scope);
        add(right, scope);
      }
      case Predicate.Or _ -> throw wrongOperator("OR");
      case Predicate.Not _ -> throw wrongOperator("NOT");
      case Predicate.In _ -> throw wrongOperator("IN");
      case Predicate.Compare(var comparator, var left, var right) -> {
        if (comparator == Comparator.NE) throw wrongOperator("<>");
        add(comparator, left, right, scope);
      }
      case Predicate.Between(var operand, var low, var high) -> {
        if (!(operand instanceof Operand.Path)) throw notFirst("BETWEEN", operand);
        var name = attribute(List.of(operand, low, high), scope);
        var from = value(low, scope);
        put(name, new KeyCondition.Test.Between(from, value(high, scope)));
      }
      case Operand.Call(var function, var arguments) -> {
        if (!function.equals("begins_with")) throw wrongOperator(function);
        if (!(arguments.getFirst() instanceof Operand.Path)) {
          throw notFirst(function, arguments.getFirst());
        }
        var name = attribute(arguments, scope);
        put(name, new KeyCondition.Test.BeginsWith(value(arguments.getLast(), scope)));
      }
    }
  }

  private void add(Comparator comparator, Operand left, Operand right, Scope scope) {
    var name = attribute(List.of(left, right), scope);
    boolean turned = !(left instanceof Operand.Path);
    var value = value(turned ? left : right, scope);
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

  /** The one attribute among the operands. */
  private static String attribute(List<Operand> operands, Scope scope) {
    var found = Optional.<BoundPath>empty();
    for (var operand : operands) {
      switch (operand) {
        case Operand.Path path -> {
          if (found.isPresent()) {
            throw wrong("Multiple attribute names used in one condition");
          }
          var bound = path.bind(scope);
          if (!bound.isTopLevel()) {
            throw new ValidationException(
                IN_EXPRESSION
                    + "KeyConditionExpressions cannot have conditions on nested attributes");
          }
          found = Optional.of(bound);
        }
        case Operand.Call _, Operand.Truth _ -> throw nested();
        case Operand.ValueReference _ -> {}
      }
    }
    return found.orElseThrow(() -> wrong("No key attribute specified")).head().text();
  }

  private static Value value(Operand operand, Scope scope) {
    return switch (operand) {
      case Operand.ValueReference reference -> scope.value(reference);
      case Operand.Path _ -> throw wrong("Multiple attribute names used in one condition");
      case Operand.Call _, Operand.Truth _ -> throw nested();
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

  private static ValidationException notFirst(String operator, Operand first) {
    return first instanceof Operand.Call
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

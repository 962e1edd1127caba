package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The comparison operators of legacy parameters and the operands that they accept. */
enum LegacyOperator {
  IN(1, Integer.MAX_VALUE, OperandTypes.KEY_TYPES),
  NULL(0, 0, OperandTypes.ANY),
  BETWEEN(2, 2, OperandTypes.KEY_TYPES),
  LT(1, 1, OperandTypes.KEY_TYPES),
  NOT_CONTAINS(1, 1, OperandTypes.KEY_TYPES),
  EQ(1, 1, OperandTypes.ANY),
  GT(1, 1, OperandTypes.KEY_TYPES),
  NOT_NULL(0, 0, OperandTypes.ANY),
  NE(1, 1, OperandTypes.ANY),
  LE(1, 1, OperandTypes.KEY_TYPES),
  BEGINS_WITH(1, 1, OperandTypes.TEXT),
  GE(1, 1, OperandTypes.KEY_TYPES),
  CONTAINS(1, 1, OperandTypes.KEY_TYPES);

  private final int operandsMin;
  private final int operandsMax;
  private final OperandTypes operandTypes;

  LegacyOperator(int operandsMin, int operandsMax, OperandTypes operandTypes) {
    this.operandsMin = operandsMin;
    this.operandsMax = operandsMax;
    this.operandTypes = operandTypes;
  }

  /** The types of operands that an operator accepts. */
  private enum OperandTypes {
    ANY,
    KEY_TYPES,
    TEXT;

    boolean accepts(Type type) {
      return switch (this) {
        case ANY -> true;
        case KEY_TYPES -> type.isKeyType();
        case TEXT -> type == Type.S || type == Type.B;
      };
    }
  }

  /**
   * Returns the operator with this name.
   *
   * @param place the path of the parameter, for the error message
   */
  static LegacyOperator named(@Nullable String name, String place) {
    for (var operator : values()) {
      if (operator.name().equals(name)) return operator;
    }
    throw LegacyErrors.notOneOf(name, place, List.of(values()));
  }

  /** Rejects a wrong number of operands, or operands of a wrong type. */
  void checkOperands(List<Value> operands) {
    if (operands.size() < operandsMin || operands.size() > operandsMax) {
      throw LegacyErrors.invalid(
          "Invalid number of argument(s) for the " + this + " ComparisonOperator");
    }
    for (var operand : operands) {
      if (operand.type() != operands.getFirst().type()) {
        throw LegacyErrors.invalid(
            "AttributeValues inside AttributeValueList must be of same type");
      }
    }
    for (var operand : operands) {
      if (!operandTypes.accepts(operand.type())) {
        throw LegacyErrors.invalid(
            "ComparisonOperator "
                + this
                + " is not valid for "
                + operand.type()
                + " AttributeValue type");
      }
    }
    if (this == BETWEEN && operands.getFirst().compareContent(operands.getLast()) > 0) {
      throw new ValidationException(
          "The BETWEEN condition was provided a range where the lower bound is greater than the"
              + " upper bound");
    }
  }

  /** Returns the predicate for an attribute. The operands must have been checked. */
  BoundPredicate predicate(BoundPath path, List<Value> operands) {
    var operand = new BoundOperand.AtPath(path);
    return switch (this) {
      case EQ -> compared(Comparator.EQ, operand, operands);
      case NE -> compared(Comparator.NE, operand, operands);
      case LT -> compared(Comparator.LT, operand, operands);
      case LE -> compared(Comparator.LE, operand, operands);
      case GT -> compared(Comparator.GT, operand, operands);
      case GE -> compared(Comparator.GE, operand, operands);
      case NULL -> new BoundPredicate.Missing(path);
      case NOT_NULL -> new BoundPredicate.Exists(path);
      case CONTAINS -> new BoundPredicate.Contains(operand, first(operands));
      // For a missing attribute neither CONTAINS nor NOT_CONTAINS holds.
      case NOT_CONTAINS ->
          new BoundPredicate.Both(
              new BoundPredicate.Exists(path),
              new BoundPredicate.Negated(new BoundPredicate.Contains(operand, first(operands))));
      case BEGINS_WITH -> new BoundPredicate.BeginsWith(operand, first(operands));
      case BETWEEN ->
          new BoundPredicate.Within(
              operand, first(operands), new BoundOperand.Constant(operands.getLast()));
      case IN ->
          new BoundPredicate.OneOf(
              operand, operands.stream().<BoundOperand>map(BoundOperand.Constant::new).toList());
    };
  }

  private static BoundPredicate compared(
      Comparator comparator, BoundOperand operand, List<Value> operands) {
    return new BoundPredicate.Compared(comparator, operand, first(operands));
  }

  private static BoundOperand first(List<Value> operands) {
    return new BoundOperand.Constant(operands.getFirst());
  }

  /** Returns the test of a key attribute. */
  KeyCondition.Test test(List<Value> operands) {
    return switch (this) {
      case EQ -> new KeyCondition.Test.Equal(operands.getFirst());
      case LT -> new KeyCondition.Test.Less(operands.getFirst());
      case LE -> new KeyCondition.Test.LessOrEqual(operands.getFirst());
      case GT -> new KeyCondition.Test.Greater(operands.getFirst());
      case GE -> new KeyCondition.Test.GreaterOrEqual(operands.getFirst());
      case BETWEEN -> new KeyCondition.Test.Between(operands.getFirst(), operands.getLast());
      case BEGINS_WITH -> new KeyCondition.Test.BeginsWith(operands.getFirst());
      case NE, NULL, NOT_NULL, CONTAINS, NOT_CONTAINS, IN ->
          throw new ValidationException(
              "Attempted conditional constraint is not an indexable operation");
    };
  }
}

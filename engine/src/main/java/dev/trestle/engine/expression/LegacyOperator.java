package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The comparison operators of legacy parameters, with the operands each of them takes. */
enum LegacyOperator {
  IN(1, Integer.MAX_VALUE, Takes.KEY_TYPES),
  NULL(0, 0, Takes.ANYTHING),
  BETWEEN(2, 2, Takes.KEY_TYPES),
  LT(1, 1, Takes.KEY_TYPES),
  NOT_CONTAINS(1, 1, Takes.KEY_TYPES),
  EQ(1, 1, Takes.ANYTHING),
  GT(1, 1, Takes.KEY_TYPES),
  NOT_NULL(0, 0, Takes.ANYTHING),
  NE(1, 1, Takes.ANYTHING),
  LE(1, 1, Takes.KEY_TYPES),
  BEGINS_WITH(1, 1, Takes.TEXTS),
  GE(1, 1, Takes.KEY_TYPES),
  CONTAINS(1, 1, Takes.KEY_TYPES);

  private final int operandsMin;
  private final int operandsMax;
  private final Takes takes;

  LegacyOperator(int operandsMin, int operandsMax, Takes takes) {
    this.operandsMin = operandsMin;
    this.operandsMax = operandsMax;
    this.takes = takes;
  }

  /** Which types of operands an operator takes. */
  private enum Takes {
    ANYTHING,
    KEY_TYPES,
    TEXTS;

    boolean accepts(Type type) {
      return switch (this) {
        case ANYTHING -> true;
        case KEY_TYPES -> type.isKeyType();
        case TEXTS -> type == Type.S || type == Type.B;
      };
    }
  }

  /**
   * The operator of this name.
   *
   * @param place where in the request it stands, for the message if it is none
   */
  static LegacyOperator named(@Nullable String name, String place) {
    for (var operator : values()) {
      if (operator.name().equals(name)) return operator;
    }
    throw LegacyFault.notOneOf(name, place, List.of(values()));
  }

  /** Refuses operands of a wrong number or type. */
  void check(List<Value> operands) {
    if (operands.size() < operandsMin || operands.size() > operandsMax) {
      throw LegacyFault.invalid(
          "Invalid number of argument(s) for the " + this + " ComparisonOperator");
    }
    for (var operand : operands) {
      if (operand.type() != operands.getFirst().type()) {
        throw LegacyFault.invalid("AttributeValues inside AttributeValueList must be of same type");
      }
    }
    for (var operand : operands) {
      if (!takes.accepts(operand.type())) {
        throw LegacyFault.invalid(
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

  /** The question this operator puts to an attribute, its operands being right. */
  Check check(BoundPath path, List<Value> operands) {
    var source = new Source.At(path);
    return switch (this) {
      case EQ -> compared(Comparator.EQ, source, operands);
      case NE -> compared(Comparator.NE, source, operands);
      case LT -> compared(Comparator.LT, source, operands);
      case LE -> compared(Comparator.LE, source, operands);
      case GT -> compared(Comparator.GT, source, operands);
      case GE -> compared(Comparator.GE, source, operands);
      case NULL -> new Check.Missing(path);
      case NOT_NULL -> new Check.Exists(path);
      case CONTAINS -> new Check.Contains(source, first(operands));
      // A missing attribute neither contains a value nor does it not.
      case NOT_CONTAINS ->
          new Check.Both(
              new Check.Exists(path),
              new Check.Negated(new Check.Contains(source, first(operands))));
      case BEGINS_WITH -> new Check.BeginsWith(source, first(operands));
      case BETWEEN ->
          new Check.Within(source, first(operands), new Source.Constant(operands.getLast()));
      case IN ->
          new Check.OneOf(source, operands.stream().<Source>map(Source.Constant::new).toList());
    };
  }

  private static Check compared(Comparator comparator, Source source, List<Value> operands) {
    return new Check.Compared(comparator, source, first(operands));
  }

  private static Source first(List<Value> operands) {
    return new Source.Constant(operands.getFirst());
  }

  /** What this operator wants of a key attribute. */
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

package dev.trestle.store;

import dev.trestle.item.Value;
import dev.trestle.model.codec.EncodedValues;
import dev.trestle.model.expression.OperandTree;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Writes the values of conditions and updates: constants and parameters. */
final class OperandWriter<P> {
  private final ExpressionBuilder<P> builder;
  private final PatternParameters<P> parameters;

  OperandWriter(ExpressionBuilder<P> builder, PatternParameters<P> parameters) {
    this.builder = builder;
    this.parameters = parameters;
  }

  /** Returns a value that follows from the parameters alone; empty if it depends on the item. */
  Optional<Function<P, @Nullable AttributeValue>> compared(OperandTree operand, PathTarget target) {
    return switch (operand) {
      case OperandTree.Literal(var value) -> {
        var literal = sdk(value);
        yield Optional.of(given -> literal);
      }
      case OperandTree.Parameter(var name) -> {
        var parameter = parameters.value(name);
        yield Optional.of(given -> target.compared(parameter.apply(given)));
      }
      case OperandTree.Current ignored -> Optional.empty();
      case OperandTree.Plus ignored -> Optional.empty();
      case OperandTree.Minus ignored -> Optional.empty();
      case OperandTree.OrElse ignored -> Optional.empty();
      case OperandTree.Joined ignored -> Optional.empty();
    };
  }

  /** Returns the number that a term of a sum adds, with the sign in which it is stored. */
  Function<P, BigDecimal> amount(OperandTree operand, PathTarget target) {
    return switch (operand) {
      case OperandTree.Literal(var value) -> {
        var number = signed(value.number(), target);
        yield given -> number;
      }
      case OperandTree.Parameter(var name) -> {
        var parameter = parameters.value(name);
        yield given -> signed(number(name, parameter.apply(given)), target);
      }
      case OperandTree.Current ignored -> throw notGiven();
      case OperandTree.Plus ignored -> throw notGiven();
      case OperandTree.Minus ignored -> throw notGiven();
      case OperandTree.OrElse ignored -> throw notGiven();
      case OperandTree.Joined ignored -> throw notGiven();
    };
  }

  private static IllegalStateException notGiven() {
    return new IllegalStateException("only values and parameters are numbers before the request");
  }

  /** An absent parameter counts as zero. */
  private static Object plain(Object value) {
    return value instanceof Optional<?> optional
        ? optional.map(Object.class::cast).orElse(0)
        : value;
  }

  private BigDecimal number(String parameter, Object value) {
    try {
      return new BigDecimal(plain(value).toString());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "The parameter %s.%s is not a finite number."
              .formatted(parameters.shape().type().getSimpleName(), parameter),
          e);
    }
  }

  private static BigDecimal signed(BigDecimal number, PathTarget target) {
    return target.isDescending() ? number.negate() : number;
  }

  /** Returns the placeholder of an amount. */
  String placed(Function<P, BigDecimal> amount) {
    return builder.value(
        (given, ignored) -> AttributeValues.SDK.number(amount.apply(given).toString()));
  }

  static AttributeValue sdk(Value value) {
    return AttributeValues.SDK.convert(value, EncodedValues.ENCODED);
  }

  boolean mayBeAbsent(OperandTree operand, PathTarget target) {
    return operand instanceof OperandTree.Parameter(var name)
        && target.mayBeAbsent(parameters.component(name).type());
  }

  ExpressionBuilder<P> builder() {
    return builder;
  }

  PatternParameters<P> parameters() {
    return parameters;
  }
}

package dev.trestle.testing.reference;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What SET gives an attribute. */
public sealed interface Operand {
  record Literal(AttributeValue value) implements Operand {}

  record Current(Path path) implements Operand {}

  record Plus(Operand left, Operand right) implements Operand {}

  record Minus(Operand left, Operand right) implements Operand {}

  record IfMissing(Path path, Operand otherwise) implements Operand {}

  record Append(Operand left, Operand right) implements Operand {}

  /** The value, read from the item as it was before the update. */
  default AttributeValue resolve(Map<String, AttributeValue> item) {
    return switch (this) {
      case Literal(var value) -> Values.normal(value);
      case Current(var path) ->
          path.find(item).orElseThrow(() -> Refused.validation(Refused.NO_SUCH_ATTRIBUTE));
      case Plus(var left, var right) ->
          Values.result(decimal(left.resolve(item)).add(decimal(right.resolve(item))));
      case Minus(var left, var right) ->
          Values.result(decimal(left.resolve(item)).subtract(decimal(right.resolve(item))));
      case IfMissing(var path, var otherwise) ->
          path.find(item).orElseGet(() -> otherwise.resolve(item));
      case Append(var left, var right) -> {
        var first = left.resolve(item);
        var second = right.resolve(item);
        if (!first.hasL() || !second.hasL()) throw Refused.validation(Refused.WRONG_TYPE);
        var both = new ArrayList<>(first.l());
        both.addAll(second.l());
        yield AttributeValue.fromL(both);
      }
    };
  }

  private static BigDecimal decimal(AttributeValue value) {
    if (value.n() == null) throw Refused.validation(Refused.WRONG_TYPE);
    return new BigDecimal(value.n());
  }

  default String render(Placeholders p) {
    return switch (this) {
      case Literal(var value) -> p.value(value);
      case Current(var path) -> path.render(p);
      case Plus(var left, var right) -> left.render(p) + " + " + right.render(p);
      case Minus(var left, var right) -> left.render(p) + " - " + right.render(p);
      case IfMissing(var path, var otherwise) ->
          "if_not_exists(" + path.render(p) + ", " + otherwise.render(p) + ")";
      case Append(var left, var right) ->
          "list_append(" + left.render(p) + ", " + right.render(p) + ")";
    };
  }
}

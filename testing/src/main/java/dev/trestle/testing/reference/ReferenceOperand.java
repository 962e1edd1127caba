package dev.trestle.testing.reference;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The right-hand side of a SET. */
public sealed interface ReferenceOperand {
  record Literal(AttributeValue value) implements ReferenceOperand {}

  record Current(DocumentPath path) implements ReferenceOperand {}

  record Plus(ReferenceOperand left, ReferenceOperand right) implements ReferenceOperand {}

  record Minus(ReferenceOperand left, ReferenceOperand right) implements ReferenceOperand {}

  record IfMissing(DocumentPath path, ReferenceOperand otherwise) implements ReferenceOperand {}

  record Append(ReferenceOperand left, ReferenceOperand right) implements ReferenceOperand {}

  /** Returns the value, computed from the item as it was before the update. */
  default AttributeValue resolve(Map<String, AttributeValue> item) {
    return switch (this) {
      case Literal(var value) -> ReferenceValues.normal(value);
      case Current(var path) ->
          path.find(item)
              .orElseThrow(() -> ExpectedError.validation(ExpectedError.NO_SUCH_ATTRIBUTE));
      case Plus(var left, var right) ->
          ReferenceValues.result(decimal(left.resolve(item)).add(decimal(right.resolve(item))));
      case Minus(var left, var right) ->
          ReferenceValues.result(
              decimal(left.resolve(item)).subtract(decimal(right.resolve(item))));
      case IfMissing(var path, var otherwise) ->
          path.find(item).orElseGet(() -> otherwise.resolve(item));
      case Append(var left, var right) -> {
        var first = left.resolve(item);
        var second = right.resolve(item);
        if (!first.hasL() || !second.hasL())
          throw ExpectedError.validation(ExpectedError.WRONG_TYPE);
        var both = new ArrayList<>(first.l());
        both.addAll(second.l());
        yield AttributeValue.fromL(both);
      }
    };
  }

  private static BigDecimal decimal(AttributeValue value) {
    if (value.n() == null) throw ExpectedError.validation(ExpectedError.WRONG_TYPE);
    return new BigDecimal(value.n());
  }

  default String render(PlaceholderMap p) {
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

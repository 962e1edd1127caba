package dev.trestle.testing.reference;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A condition that can be tested on an item, or rendered as an expression. */
public sealed interface ReferenceCondition {
  /** The comparison operators. */
  enum Comparator {
    EQUAL("="),
    NOT_EQUAL("<>"),
    LESS("<"),
    AT_MOST("<="),
    GREATER(">"),
    AT_LEAST(">=");

    private final String sign;

    Comparator(String sign) {
      this.sign = sign;
    }

    private boolean accepts(int order) {
      return switch (this) {
        case EQUAL -> order == 0;
        case NOT_EQUAL -> order != 0;
        case LESS -> order < 0;
        case AT_MOST -> order <= 0;
        case GREATER -> order > 0;
        case AT_LEAST -> order >= 0;
      };
    }
  }

  record Exists(DocumentPath path) implements ReferenceCondition {}

  record Missing(DocumentPath path) implements ReferenceCondition {}

  record Compare(DocumentPath path, Comparator comparator, AttributeValue value)
      implements ReferenceCondition {}

  record Between(DocumentPath path, AttributeValue low, AttributeValue high)
      implements ReferenceCondition {}

  record In(DocumentPath path, List<AttributeValue> values) implements ReferenceCondition {}

  record BeginsWith(DocumentPath path, AttributeValue start) implements ReferenceCondition {}

  record Contains(DocumentPath path, AttributeValue part) implements ReferenceCondition {}

  /** Tests the type, given by DynamoDB's name. */
  record HasType(DocumentPath path, String type) implements ReferenceCondition {}

  record Size(DocumentPath path, Comparator comparator, int size) implements ReferenceCondition {}

  record Both(ReferenceCondition left, ReferenceCondition right) implements ReferenceCondition {}

  record Either(ReferenceCondition left, ReferenceCondition right) implements ReferenceCondition {}

  record Not(ReferenceCondition inner) implements ReferenceCondition {}

  default boolean holds(Map<String, AttributeValue> item) {
    return switch (this) {
      case Exists(var path) -> path.find(item).isPresent();
      case Missing(var path) -> path.find(item).isEmpty();
      case Compare(var path, var comparator, var value) ->
          compare(path.find(item), comparator, ReferenceValues.normal(value));
      case Between(var path, var low, var high) ->
          compare(path.find(item), Comparator.AT_LEAST, low)
              && compare(path.find(item), Comparator.AT_MOST, high);
      case In(var path, var values) ->
          values.stream()
              .anyMatch(value ->
                  compare(path.find(item), Comparator.EQUAL, ReferenceValues.normal(value)));
      case BeginsWith(var path, var start) ->
          path.find(item).filter(value -> beginsWith(value, start)).isPresent();
      case Contains(var path, var part) ->
          path.find(item)
              .filter(value -> contains(value, ReferenceValues.normal(part)))
              .isPresent();
      case HasType(var path, var type) ->
          path.find(item).filter(value -> typeName(value).equals(type)).isPresent();
      case Size(var path, var comparator, var size) ->
          path.find(item)
              .flatMap(ReferenceCondition::sizeOf)
              .map(found -> comparator.accepts(Integer.compare(found, size)))
              .orElse(comparator == Comparator.NOT_EQUAL);
      case Both(var left, var right) -> left.holds(item) && right.holds(item);
      case Either(var left, var right) -> left.holds(item) || right.holds(item);
      case Not(var inner) -> !inner.holds(item);
    };
  }

  /**
   * Compares values. A missing value differs from every other, and values of different types differ
   * and have no order.
   */
  private static boolean compare(
      Optional<AttributeValue> found, Comparator comparator, AttributeValue value) {
    if (found.isEmpty() || found.get().type() != value.type()) {
      return comparator == Comparator.NOT_EQUAL;
    }
    if (ReferenceValues.isOrdered(value))
      return comparator.accepts(ReferenceValues.compare(found.get(), value));
    return switch (comparator) {
      case EQUAL -> found.get().equals(value);
      case NOT_EQUAL -> !found.get().equals(value);
      case LESS, AT_MOST, GREATER, AT_LEAST -> false;
    };
  }

  private static boolean beginsWith(AttributeValue value, AttributeValue start) {
    return value.type() == start.type() && indexIn(bytes(value), bytes(start)) == 0;
  }

  private static boolean contains(AttributeValue value, AttributeValue part) {
    return switch (value.type()) {
      case S, B -> value.type() == part.type() && indexIn(bytes(value), bytes(part)) >= 0;
      case SS, NS, BS -> ReferenceValues.members(value).contains(part);
      case L -> value.l().contains(part);
      case N, M, BOOL, NUL, UNKNOWN_TO_SDK_VERSION -> false;
    };
  }

  private static byte[] bytes(AttributeValue value) {
    return value.s() != null ? ReferenceValues.utf8(value.s()) : value.b().asByteArray();
  }

  private static int indexIn(byte[] whole, byte[] part) {
    for (int at = 0; at + part.length <= whole.length; at++) {
      if (Arrays.equals(whole, at, at + part.length, part, 0, part.length)) return at;
    }
    return -1;
  }

  private static Optional<Integer> sizeOf(AttributeValue value) {
    return switch (value.type()) {
      case S -> Optional.of(value.s().length());
      case B -> Optional.of(bytes(value).length);
      case SS, NS, BS -> Optional.of(ReferenceValues.members(value).size());
      case L -> Optional.of(value.l().size());
      case M -> Optional.of(value.m().size());
      case N, BOOL, NUL, UNKNOWN_TO_SDK_VERSION -> Optional.empty();
    };
  }

  private static String typeName(AttributeValue value) {
    return value.type() == AttributeValue.Type.NUL ? "NULL" : value.type().toString();
  }

  /**
   * Renders the condition as an expression, with only the necessary parentheses: DynamoDB rejects
   * others.
   */
  default String render(PlaceholderMap p) {
    return switch (this) {
      case Exists(var path) -> "attribute_exists(" + path.render(p) + ")";
      case Missing(var path) -> "attribute_not_exists(" + path.render(p) + ")";
      case Compare(var path, var comparator, var value) ->
          path.render(p) + " " + comparator.sign + " " + p.value(value);
      case Between(var path, var low, var high) ->
          path.render(p) + " BETWEEN " + p.value(low) + " AND " + p.value(high);
      case In(var path, var values) ->
          path.render(p)
              + values.stream().map(p::value).collect(Collectors.joining(", ", " IN (", ")"));
      case BeginsWith(var path, var start) ->
          "begins_with(" + path.render(p) + ", " + p.value(start) + ")";
      case Contains(var path, var part) ->
          "contains(" + path.render(p) + ", " + p.value(part) + ")";
      case HasType(var path, var type) ->
          "attribute_type(" + path.render(p) + ", " + p.value(ReferenceValues.text(type)) + ")";
      case Size(var path, var comparator, var size) ->
          "size("
              + path.render(p)
              + ") "
              + comparator.sign
              + " "
              + p.value(ReferenceValues.number(size));
      case Both(var left, var right) -> "(" + left.render(p) + " AND " + right.render(p) + ")";
      case Either(var left, var right) -> "(" + left.render(p) + " OR " + right.render(p) + ")";
      case Not(var inner) -> "NOT " + inner.render(p);
    };
  }
}

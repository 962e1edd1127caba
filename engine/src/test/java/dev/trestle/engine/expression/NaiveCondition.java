package dev.trestle.engine.expression;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A second, simple implementation of conditions on plain Java values. */
final class NaiveCondition {
  private final Map<String, Object> item;
  private final Map<String, Object> values;

  NaiveCondition(Map<String, Object> item, Map<String, Object> values) {
    this.item = item;
    this.values = values;
  }

  boolean holds(Predicate predicate) {
    return switch (predicate) {
      case Predicate.And(var left, var right) -> holds(left) && holds(right);
      case Predicate.Or(var left, var right) -> holds(left) || holds(right);
      case Predicate.Not(var inner) -> !holds(inner);
      case Predicate.Compare(var comparator, var left, var right) ->
          compare(comparator.symbol(), get(left), get(right));
      case Predicate.Between(var operand, var low, var high) ->
          compare("<=", get(low), get(operand)) && compare("<=", get(operand), get(high));
      case Predicate.In(var operand, var candidates) ->
          candidates.stream().anyMatch(other -> compare("=", get(operand), get(other)));
      case ParsedOperand.Call(var function, var arguments) -> call(function, arguments);
    };
  }

  private boolean call(String function, List<ParsedOperand> arguments) {
    var first = get(arguments.getFirst());
    var last = get(arguments.getLast());
    return switch (function) {
      case "attribute_exists" -> first != null;
      case "attribute_not_exists" -> first == null;
      case "attribute_type" -> first != null && type(first).equals(last);
      case "begins_with" ->
          (first instanceof String a && last instanceof String b && a.startsWith(b))
              || (first instanceof ByteBuffer c && last instanceof ByteBuffer d && starts(c, d));
      case "contains" -> contains(first, last);
      default -> throw new IllegalStateException(function);
    };
  }

  private static boolean starts(ByteBuffer whole, ByteBuffer start) {
    return whole.remaining() >= start.remaining()
        && whole.slice(0, start.remaining()).equals(start);
  }

  private static boolean contains(@Nullable Object whole, @Nullable Object part) {
    if (part == null) return false;
    return switch (whole) {
      case String text -> part instanceof String s && text.contains(s);
      case ByteBuffer buffer -> {
        if (!(part instanceof ByteBuffer b)) yield false;
        for (int i = 0; i <= buffer.remaining(); i++) {
          if (starts(buffer.slice(i, buffer.remaining() - i), b)) yield true;
        }
        yield false;
      }
      case Set<?> set -> set.contains(part);
      case List<?> list -> list.contains(part);
      case null, default -> false;
    };
  }

  private static boolean compare(String symbol, @Nullable Object a, @Nullable Object b) {
    if (symbol.equals("=")) return a != null && a.equals(b);
    if (symbol.equals("<>")) return a == null || !a.equals(b);
    if (a == null || b == null) return false;
    int sign;
    if (a instanceof BigDecimal x && b instanceof BigDecimal y) sign = x.compareTo(y);
    else if (a instanceof String x && b instanceof String y)
      sign = Arrays.compareUnsigned(utf8(x), utf8(y));
    else if (a instanceof ByteBuffer x && b instanceof ByteBuffer y)
      sign = Arrays.compareUnsigned(array(x), array(y));
    else return false;
    return switch (symbol) {
      case "<" -> sign < 0;
      case "<=" -> sign <= 0;
      case ">" -> sign > 0;
      default -> sign >= 0;
    };
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] array(ByteBuffer buffer) {
    var bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private @Nullable Object get(ParsedOperand operand) {
    return switch (operand) {
      case ParsedOperand.ValueReference(_, var placeholder) -> values.get(placeholder);
      case ParsedOperand.Truth _ -> throw new IllegalStateException("no expression has it");
      case ParsedOperand.Path path -> at(item, path);
      case ParsedOperand.Call call -> size(get(call.arguments().getFirst()));
    };
  }

  static @Nullable Object at(Map<String, Object> item, ParsedOperand.Path path) {
    Object found = item;
    for (var step : path.steps()) {
      found =
          switch (step) {
            case PathElement.Name name ->
                found instanceof Map<?, ?> map ? map.get(name.text()) : null;
            case PathStep.NameReference(_, var placeholder) ->
                found instanceof Map<?, ?> map ? map.get(placeholder.substring(1)) : null;
            case PathElement.Index(var index) ->
                found instanceof List<?> list && index < list.size() ? list.get(index) : null;
          };
      if (found == null) return null;
    }
    return found;
  }

  private static @Nullable Object size(@Nullable Object value) {
    return switch (value) {
      case String text -> number(text.length());
      case ByteBuffer buffer -> number(buffer.remaining());
      case Set<?> set -> number(set.size());
      case List<?> list -> number(list.size());
      case Map<?, ?> map -> number(map.size());
      case null, default -> null;
    };
  }

  private static BigDecimal number(int size) {
    return new BigDecimal(size).stripTrailingZeros();
  }

  private static String type(Object value) {
    return switch (value) {
      case String _ -> "S";
      case BigDecimal _ -> "N";
      case ByteBuffer _ -> "B";
      case Boolean _ -> "BOOL";
      case List<?> _ -> "L";
      case Map<?, ?> _ -> "M";
      case Set<?> set -> type(Objects.requireNonNull(set.iterator().next())) + "S";
      default -> "NULL";
    };
  }
}

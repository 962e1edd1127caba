package dev.trestle.engine.expression;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A second, simple implementation of updates on plain Java values. */
final class NaiveUpdate {
  /** Marks removed elements of a list until all actions are done. */
  private static final Object GONE = new Object();

  private static final class Refused extends RuntimeException {
    Refused() {
      super("refused", null, false, false);
    }
  }

  private final Map<String, Object> before;
  private final Map<String, Object> values;
  private final IdentityHashMap<List<Object>, TreeMap<Integer, Object>> appended =
      new IdentityHashMap<>();

  NaiveUpdate(Map<String, Object> before, Map<String, Object> values) {
    this.before = before;
    this.values = values;
  }

  /** Returns the updated item, or empty if the update is rejected. */
  Optional<Map<String, Object>> apply(List<ParsedAction> actions) {
    try {
      var after = copyMap(before);
      for (var action : actions) apply(action, after);
      appended.forEach((list, elements) -> list.addAll(elements.values()));
      removeGone(after);
      return Optional.of(after);
    } catch (Refused refused) {
      return Optional.empty();
    }
  }

  private void apply(ParsedAction action, Map<String, Object> after) {
    var old = NaiveCondition.at(before, action.path());
    switch (action) {
      case ParsedAction.Set(var path, var value) -> put(after, path, result(value));
      case ParsedAction.Remove(var path) -> put(after, path, null);
      case ParsedAction.Add(var path, var reference) -> {
        var value = values.get(reference.placeholder());
        put(after, path, old == null ? value : added(old, value));
      }
      case ParsedAction.Delete(var path, var reference) -> {
        if (old == null) {
          put(after, path, null);
          return;
        }
        var removed = values.get(reference.placeholder());
        if (!isSameSet(old, removed)) throw new Refused();
        var left = new LinkedHashSet<Object>((Set<?>) old);
        left.removeAll((Set<?>) removed);
        put(after, path, left.isEmpty() ? null : left);
      }
    }
  }

  private static Object added(Object old, @Nullable Object value) {
    if (old instanceof BigDecimal a && value instanceof BigDecimal b) return sum(a, b);
    if (!isSameSet(old, value)) throw new Refused();
    var union = new LinkedHashSet<Object>((Set<?>) old);
    union.addAll((Set<?>) value);
    return union;
  }

  private static boolean isSameSet(Object a, @Nullable Object b) {
    return a instanceof Set<?> x
        && b instanceof Set<?> y
        && Plain.value(x).type() == Plain.value(y).type();
  }

  private static BigDecimal sum(BigDecimal a, BigDecimal b) {
    return a.add(b).stripTrailingZeros();
  }

  private Object result(ParsedAction.Assigned assigned) {
    return switch (assigned) {
      case ParsedAction.Assigned.Plain(var operand) -> get(operand);
      case ParsedAction.Assigned.Plus(var left, var right) -> sum(number(left), number(right));
      case ParsedAction.Assigned.Minus(var left, var right) ->
          sum(number(left), number(right).negate());
    };
  }

  private BigDecimal number(ParsedOperand operand) {
    if (get(operand) instanceof BigDecimal number) return number;
    throw new Refused();
  }

  private Object get(ParsedOperand operand) {
    var found =
        switch (operand) {
          case ParsedOperand.ValueReference(_, var placeholder) -> values.get(placeholder);
          case ParsedOperand.Path path -> NaiveCondition.at(before, path);
          case ParsedOperand.Truth _ -> throw new IllegalStateException("no update has it");
          case ParsedOperand.Call(var function, var arguments) -> {
            if (function.equals("if_not_exists")) {
              var first = NaiveCondition.at(before, (ParsedOperand.Path) arguments.getFirst());
              yield first == null ? get(arguments.getLast()) : first;
            }
            if (get(arguments.getFirst()) instanceof List<?> one
                && get(arguments.getLast()) instanceof List<?> two) {
              var joined = new ArrayList<Object>(one);
              joined.addAll(two);
              yield joined;
            }
            throw new Refused();
          }
        };
    if (found == null) throw new Refused();
    return found;
  }

  /** Puts a value at a path, or removes it. */
  @SuppressWarnings("unchecked") // Plain values contain nothing but plain values.
  private void put(Map<String, Object> after, ParsedOperand.Path path, @Nullable Object value) {
    Object parent = after;
    for (var step : path.steps().subList(0, path.steps().size() - 1)) {
      parent =
          NaiveCondition.at(
              Map.of("p", parent),
              new ParsedOperand.Path(List.of(new PathElement.Name("p"), step)));
      if (parent == null) throw new Refused();
    }
    switch (path.steps().getLast()) {
      case PathElement.Name name -> put(parent, name.text(), value);
      case PathStep.NameReference(_, var placeholder) ->
          put(parent, placeholder.substring(1), value);
      case PathElement.Index(var index) -> {
        if (!(parent instanceof List<?>)) throw new Refused();
        var list = (List<Object>) parent;
        if (index < list.size()) list.set(index, value == null ? GONE : value);
        else if (value != null) {
          appended.computeIfAbsent(list, _ -> new TreeMap<>()).put(index, value);
        }
      }
    }
  }

  @SuppressWarnings("unchecked") // See above.
  private static void put(@Nullable Object parent, String name, @Nullable Object value) {
    if (!(parent instanceof Map<?, ?>)) throw new Refused();
    var map = (Map<String, Object>) parent;
    if (value == null) map.remove(name);
    else map.put(name, value);
  }

  private static Map<String, Object> copyMap(Map<?, ?> map) {
    var copy = new LinkedHashMap<String, Object>();
    map.forEach((name, value) -> copy.put((String) name, copy(value)));
    return copy;
  }

  private static Object copy(Object value) {
    return switch (value) {
      case Map<?, ?> map -> copyMap(map);
      case List<?> list -> {
        var copy = new ArrayList<Object>();
        list.forEach(element -> copy.add(copy(element)));
        yield copy;
      }
      default -> value;
    };
  }

  private static void removeGone(Object value) {
    if (value instanceof Map<?, ?> map) map.values().forEach(NaiveUpdate::removeGone);
    if (!(value instanceof List<?> list)) return;
    list.removeIf(GONE::equals);
    list.forEach(NaiveUpdate::removeGone);
  }
}

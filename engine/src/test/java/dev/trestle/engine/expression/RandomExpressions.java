package dev.trestle.engine.expression;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Generates parsed expressions from few names and values, so that they often coincide. Placeholders
 * are numbered in the order of the text.
 */
final class RandomExpressions {
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "Name_1");
  private static final int INDEX_MAX = 3;

  private final Choices choices;
  private final Map<String, Integer> names = new LinkedHashMap<>();
  private final Map<String, Integer> values = new LinkedHashMap<>();

  private RandomExpressions(Choices choices) {
    this.choices = choices;
  }

  static Gen<Predicate> predicates() {
    return choices -> new RandomExpressions(choices).predicate(4);
  }

  static Gen<List<ParsedAction>> updates() {
    return choices -> new RandomExpressions(choices).update();
  }

  private Predicate predicate(int depth) {
    return switch (choices.oneOf(depth == 0 ? 5 : 8)) {
      case 0 -> new Predicate.Compare(Gen.of(Comparator.class).from(choices), operand(), operand());
      case 1 -> new Predicate.Between(operand(), operand(), operand());
      case 2 -> new Predicate.In(operand(), several(this::operand, 3));
      case 3 ->
          new ParsedOperand.Call(
              choices.oneOf(2) == 0 ? "attribute_exists" : "attribute_not_exists", List.of(path()));
      case 4 ->
          new ParsedOperand.Call(
              List.of("contains", "begins_with", "attribute_type").get(choices.oneOf(3)),
              List.of(operand(), operand()));
      case 5 -> new Predicate.Not(predicate(depth - 1));
      case 6 -> new Predicate.And(predicate(depth - 1), predicate(depth - 1));
      default -> new Predicate.Or(predicate(depth - 1), predicate(depth - 1));
    };
  }

  private ParsedOperand operand() {
    return switch (choices.oneOf(5)) {
      case 0, 1 -> path();
      case 2, 3 -> value();
      default -> new ParsedOperand.Call("size", List.of(choices.oneOf(4) == 0 ? value() : path()));
    };
  }

  private ParsedOperand.Path path() {
    var steps = new ArrayList<PathStep>();
    steps.add(name());
    while (steps.size() < 4 && choices.oneOf(3) == 2) {
      steps.add(
          choices.oneOf(2) == 0 ? name() : new PathElement.Index(choices.oneOf(INDEX_MAX + 1)));
    }
    return new ParsedOperand.Path(steps);
  }

  private PathStep name() {
    var name = NAMES.get(choices.oneOf(NAMES.size()));
    if (choices.oneOf(3) != 0) return new PathElement.Name(name);
    var placeholder = "#" + name;
    return new PathStep.NameReference(slot(names, placeholder), placeholder);
  }

  private ParsedOperand.ValueReference value() {
    var placeholder = ":v" + choices.oneOf(12);
    return new ParsedOperand.ValueReference(slot(values, placeholder), placeholder);
  }

  private static int slot(Map<String, Integer> slots, String placeholder) {
    return slots.computeIfAbsent(placeholder, _ -> slots.size());
  }

  private <T> List<T> several(Supplier<T> element, int max) {
    var list = new ArrayList<T>();
    do {
      list.add(element.get());
    } while (list.size() < max && choices.oneOf(2) == 1);
    return list;
  }

  private List<ParsedAction> update() {
    var actions = new ArrayList<ParsedAction>();
    if (choices.oneOf(2) == 0) actions.addAll(several(this::set, 3));
    if (choices.oneOf(3) == 2) {
      actions.addAll(several(() -> new ParsedAction.Add(path(), value()), 2));
    }
    if (choices.oneOf(3) == 2) {
      actions.addAll(several(() -> new ParsedAction.Delete(path(), value()), 2));
    }
    if (actions.isEmpty() || choices.oneOf(3) == 2) {
      actions.addAll(several(() -> new ParsedAction.Remove(path()), 3));
    }
    return actions;
  }

  private ParsedAction set() {
    var path = path();
    return new ParsedAction.Set(
        path,
        switch (choices.oneOf(4)) {
          case 0, 1 -> new ParsedAction.Assigned.Plain(assigned(2));
          case 2 -> new ParsedAction.Assigned.Plus(assigned(1), assigned(1));
          default -> new ParsedAction.Assigned.Minus(assigned(1), assigned(1));
        });
  }

  private ParsedOperand assigned(int depth) {
    return switch (choices.oneOf(depth == 0 ? 2 : 4)) {
      case 0 -> value();
      case 1 -> path();
      case 2 -> new ParsedOperand.Call("if_not_exists", List.of(path(), assigned(depth - 1)));
      default -> new ParsedOperand.Call("list_append", List.of(assigned(0), assigned(0)));
    };
  }
}

package dev.trestle.model.design;

import dev.trestle.model.Change;
import dev.trestle.model.Condition;
import dev.trestle.model.Entity;
import dev.trestle.model.Operand;
import dev.trestle.model.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Conditions and changes as people read them, with the attributes' names. */
final class ConditionText {
  private final List<Entity<?>> entities;

  private ConditionText(List<? extends Entity<?>> entities) {
    this.entities = List.copyOf(entities);
  }

  static String of(Condition condition, List<? extends Entity<?>> entities) {
    return new ConditionText(entities).text(condition);
  }

  static String of(Change change, List<? extends Entity<?>> entities) {
    var texts = new ConditionText(entities);
    return switch (change) {
      case Change.Set(var path, var operand) -> texts.text(path) + " = " + texts.text(operand);
      case Change.Remove(var path) -> "remove " + texts.text(path);
      case Change.Add(var path, var operand) ->
          "add " + texts.text(operand) + " to " + texts.text(path);
      case Change.Take(var path, var operand) ->
          "take " + texts.text(operand) + " out of " + texts.text(path);
    };
  }

  private String text(Condition condition) {
    return switch (condition) {
      case Condition.Compare(var path, var comparison, var operand) ->
          text(path) + " " + comparison.sign() + " " + text(operand);
      case Condition.Between(var path, var from, var to) ->
          text(path) + " between " + text(from) + " and " + text(to);
      case Condition.OneOf(var path, var operands) ->
          text(path)
              + " in "
              + operands.stream().map(this::text).collect(Collectors.joining(", ", "(", ")"));
      case Condition.BeginsWith(var path, var operand) ->
          text(path) + " begins with " + text(operand);
      case Condition.Contains(var path, var operand) -> text(path) + " contains " + text(operand);
      case Condition.Present(var path) -> text(path) + " exists";
      case Condition.Absent(var path) -> text(path) + " does not exist";
      case Condition.ItemExists _ -> "the item exists";
      case Condition.ItemAbsent _ -> "the item does not exist";
      case Condition.All(var all) ->
          all.stream().map(this::inBrackets).collect(Collectors.joining(" and "));
      case Condition.Any(var any) ->
          any.stream().map(this::inBrackets).collect(Collectors.joining(" or "));
      case Condition.Not(var inner) -> "not " + inBrackets(inner);
    };
  }

  private String inBrackets(Condition condition) {
    return condition instanceof Condition.All || condition instanceof Condition.Any
        ? "(" + text(condition) + ")"
        : text(condition);
  }

  private String text(Operand<?> operand) {
    return switch (operand) {
      case Operand.Literal<?>(var value) ->
          value instanceof String s ? "\"" + s + "\"" : "" + value;
      case Operand.Parameter<?>(var component) -> ":" + component.component();
      case Operand.Current<?>(var path) -> text(path);
      case Operand.Plus<?>(var left, var right) -> text(left) + " + " + text(right);
      case Operand.Minus<?>(var left, var right) -> text(left) + " - " + text(right);
      case Operand.OrElse<?>(var path, var otherwise) -> text(path) + " or else " + text(otherwise);
      case Operand.Joined<?>(var first, var second) -> text(first) + " then " + text(second);
    };
  }

  private String text(Path path) {
    var owner =
        entities.stream()
            .filter(entity -> entity.type().getName().equals(path.component().record()))
            .findFirst()
            .orElseThrow();
    var text = new StringBuilder(owner.attribute(path.component().component()).name());
    path.entries().forEach(entry -> text.append('.').append(text(entry)));
    return text.toString();
  }
}

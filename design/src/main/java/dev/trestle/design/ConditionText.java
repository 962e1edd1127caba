package dev.trestle.design;

import dev.trestle.item.Value;
import dev.trestle.model.expression.ConditionTree;
import dev.trestle.model.expression.OperandTree;
import dev.trestle.model.expression.UpdateAction;
import java.util.List;
import java.util.stream.Collectors;

/** Formats conditions and update actions for people, with attribute names. */
public final class ConditionText {
  private ConditionText() {}

  public static String of(UpdateAction action) {
    return switch (action) {
      case UpdateAction.Set(var path, OperandTree.OrElse(var own, var value))
          when own.equals(path) ->
          path + " = " + of(value) + " if new";
      case UpdateAction.Set(var path, var operand) -> path + " = " + of(operand);
      case UpdateAction.Remove(var path) -> "remove " + path;
      case UpdateAction.Add(var path, var operand) -> "add " + of(operand) + " to " + path;
      case UpdateAction.AddAll(var path, var operand) -> "add " + of(operand) + " to " + path;
      case UpdateAction.RemoveAll(var path, var operand) ->
          "remove " + of(operand) + " from " + path;
    };
  }

  public static String of(ConditionTree condition) {
    return switch (condition) {
      case ConditionTree.Compare(var path, var comparison, var operand) ->
          path + " " + comparison.sign() + " " + of(operand);
      case ConditionTree.CompareSize(var path, var comparison, var operand) ->
          "size of " + path + " " + comparison.sign() + " " + of(operand);
      case ConditionTree.Between(var path, var from, var to) ->
          path + " between " + of(from) + " and " + of(to);
      case ConditionTree.OneOf(var path, var operands) ->
          path
              + " in "
              + operands.stream()
                  .map(ConditionText::of)
                  .collect(Collectors.joining(", ", "(", ")"));
      case ConditionTree.BeginsWith(var path, var operand) -> path + " begins with " + of(operand);
      case ConditionTree.Contains(var path, var operand) -> path + " contains " + of(operand);
      case ConditionTree.Present(var path) -> path + " exists";
      case ConditionTree.Absent(var path) -> path + " does not exist";
      case ConditionTree.ItemExists() -> "the item exists";
      case ConditionTree.ItemAbsent() -> "the item does not exist";
      case ConditionTree.All(var all) -> joined(all, " and ");
      case ConditionTree.Any(var any) -> joined(any, " or ");
      case ConditionTree.Not(var inner) -> "not " + inBrackets(inner);
    };
  }

  private static String joined(List<ConditionTree> conditions, String word) {
    return conditions.stream().map(ConditionText::inBrackets).collect(Collectors.joining(word));
  }

  private static String inBrackets(ConditionTree condition) {
    return condition instanceof ConditionTree.All || condition instanceof ConditionTree.Any
        ? "(" + of(condition) + ")"
        : of(condition);
  }

  private static String of(OperandTree operand) {
    return switch (operand) {
      case OperandTree.Literal(var value) -> of(value);
      case OperandTree.Parameter(var name) -> ":" + name;
      case OperandTree.Current(var path) -> path.toString();
      case OperandTree.Plus(var left, var right) -> of(left) + " + " + of(right);
      case OperandTree.Minus(var left, var right) -> of(left) + " - " + of(right);
      case OperandTree.OrElse(var path, var otherwise) ->
          "(" + path + " or else " + of(otherwise) + ")";
      case OperandTree.Joined(var first, var second) -> of(first) + " followed by " + of(second);
    };
  }

  private static String of(Value value) {
    return switch (value.type()) {
      case S -> "\"" + value.string() + "\"";
      case N -> value.numberText();
      case BOOL -> String.valueOf(value.bool());
      case B -> ReportText.count(value.content().length, "byte");
      case NULL -> "null";
      case SS, NS, BS, L ->
          value.elements().stream()
              .map(ConditionText::of)
              .collect(Collectors.joining(", ", "[", "]"));
      case M -> "{…}";
    };
  }
}

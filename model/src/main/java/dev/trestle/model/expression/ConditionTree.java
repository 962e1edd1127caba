package dev.trestle.model.expression;

import java.util.List;
import java.util.stream.Stream;

/**
 * A condition on a stored item. Comparisons follow the order of the values, not of their stored
 * texts.
 */
public sealed interface ConditionTree {
  record Compare(AttributePath path, Comparison comparison, OperandTree operand)
      implements ConditionTree {}

  /** Compares the number of elements, characters or bytes. */
  record CompareSize(AttributePath path, Comparison comparison, OperandTree operand)
      implements ConditionTree {}

  /** Between two values, both inclusive. */
  record Between(AttributePath path, OperandTree from, OperandTree to) implements ConditionTree {}

  record OneOf(AttributePath path, List<OperandTree> operands) implements ConditionTree {
    public OneOf {
      operands = List.copyOf(operands);
    }
  }

  record BeginsWith(AttributePath path, OperandTree operand) implements ConditionTree {}

  /** A text contains this one, or a collection has this element. */
  record Contains(AttributePath path, OperandTree operand) implements ConditionTree {}

  record Present(AttributePath path) implements ConditionTree {}

  record Absent(AttributePath path) implements ConditionTree {}

  /** An item with this key exists. */
  record ItemExists() implements ConditionTree {}

  /** No item with this key exists. */
  record ItemAbsent() implements ConditionTree {}

  record All(List<ConditionTree> conditions) implements ConditionTree {
    public All {
      conditions = List.copyOf(conditions);
    }
  }

  record Any(List<ConditionTree> conditions) implements ConditionTree {
    public Any {
      conditions = List.copyOf(conditions);
    }
  }

  record Not(ConditionTree condition) implements ConditionTree {}

  /** Returns the paths that it reads. */
  default Stream<AttributePath> paths() {
    return switch (this) {
      case Compare(var path, var ignored, var operand) ->
          Stream.concat(Stream.of(path), operand.paths());
      case CompareSize(var path, var ignored, var operand) ->
          Stream.concat(Stream.of(path), operand.paths());
      case Between(var path, var from, var to) ->
          Stream.of(Stream.of(path), from.paths(), to.paths()).flatMap(paths -> paths);
      case OneOf(var path, var operands) ->
          Stream.concat(Stream.of(path), operands.stream().flatMap(OperandTree::paths));
      case BeginsWith(var path, var operand) -> Stream.concat(Stream.of(path), operand.paths());
      case Contains(var path, var operand) -> Stream.concat(Stream.of(path), operand.paths());
      case Present(var path) -> Stream.of(path);
      case Absent(var path) -> Stream.of(path);
      case ItemExists() -> Stream.empty();
      case ItemAbsent() -> Stream.empty();
      case All(var all) -> all.stream().flatMap(ConditionTree::paths);
      case Any(var any) -> any.stream().flatMap(ConditionTree::paths);
      case Not(var inner) -> inner.paths();
    };
  }

  /** Returns the parameters that it uses. */
  default Stream<String> parameters() {
    return Stream.concat(
        paths().flatMap(AttributePath::parameters), operands().flatMap(OperandTree::parameters));
  }

  private Stream<OperandTree> operands() {
    return switch (this) {
      case Compare(var ignored, var ignored2, var operand) -> Stream.of(operand);
      case CompareSize(var ignored, var ignored2, var operand) -> Stream.of(operand);
      case Between(var ignored, var from, var to) -> Stream.of(from, to);
      case OneOf(var ignored, var operands) -> operands.stream();
      case BeginsWith(var ignored, var operand) -> Stream.of(operand);
      case Contains(var ignored, var operand) -> Stream.of(operand);
      case Present ignored -> Stream.empty();
      case Absent ignored -> Stream.empty();
      case ItemExists() -> Stream.empty();
      case ItemAbsent() -> Stream.empty();
      case All(var all) -> all.stream().flatMap(ConditionTree::operands);
      case Any(var any) -> any.stream().flatMap(ConditionTree::operands);
      case Not(var inner) -> inner.operands();
    };
  }

  /** Returns whether it requires that the item exists. */
  default boolean needsItem() {
    return switch (this) {
      case ItemExists() -> true;
      case All(var all) -> all.stream().anyMatch(ConditionTree::needsItem);
      case Any(var any) -> any.stream().allMatch(ConditionTree::needsItem);
      case Compare ignored -> false;
      case CompareSize ignored -> false;
      case Between ignored -> false;
      case OneOf ignored -> false;
      case BeginsWith ignored -> false;
      case Contains ignored -> false;
      case Present ignored -> false;
      case Absent ignored -> false;
      case ItemAbsent() -> false;
      case Not ignored -> false;
    };
  }

  /** Returns whether it requires that the item does not exist. */
  default boolean needsNoItem() {
    return switch (this) {
      case ItemAbsent() -> true;
      case All(var all) -> all.stream().anyMatch(ConditionTree::needsNoItem);
      case Any(var any) -> any.stream().allMatch(ConditionTree::needsNoItem);
      case Compare ignored -> false;
      case CompareSize ignored -> false;
      case Between ignored -> false;
      case OneOf ignored -> false;
      case BeginsWith ignored -> false;
      case Contains ignored -> false;
      case Present ignored -> false;
      case Absent ignored -> false;
      case ItemExists() -> false;
      case Not ignored -> false;
    };
  }
}

package dev.trestle.model.expression;

import dev.trestle.item.Value;
import java.util.stream.Stream;

/** The source of a value in a condition or an update. */
public sealed interface OperandTree {
  /** A constant in stored form; in sums the number itself. */
  record Literal(Value value) implements OperandTree {}

  /** A component of the pattern's parameters. */
  record Parameter(String name) implements OperandTree {}

  /** The item's value at this path before the write. */
  record Current(AttributePath path) implements OperandTree {}

  record Plus(OperandTree left, OperandTree right) implements OperandTree {}

  record Minus(OperandTree left, OperandTree right) implements OperandTree {}

  /** The item's value at this path, or the other operand if there is none. */
  record OrElse(AttributePath path, OperandTree otherwise) implements OperandTree {}

  /** The concatenation of two lists. */
  record Joined(OperandTree first, OperandTree second) implements OperandTree {}

  /** Returns the paths that are read. */
  default Stream<AttributePath> paths() {
    return switch (this) {
      case Literal ignored -> Stream.empty();
      case Parameter ignored -> Stream.empty();
      case Current(var path) -> Stream.of(path);
      case Plus(var left, var right) -> Stream.concat(left.paths(), right.paths());
      case Minus(var left, var right) -> Stream.concat(left.paths(), right.paths());
      case OrElse(var path, var otherwise) -> Stream.concat(Stream.of(path), otherwise.paths());
      case Joined(var first, var second) -> Stream.concat(first.paths(), second.paths());
    };
  }

  /** Returns the parameters that are used, including those that name map entries. */
  default Stream<String> parameters() {
    return switch (this) {
      case Literal ignored -> Stream.empty();
      case Parameter(var name) -> Stream.of(name);
      case Current(var path) -> path.parameters();
      case Plus(var left, var right) -> Stream.concat(left.parameters(), right.parameters());
      case Minus(var left, var right) -> Stream.concat(left.parameters(), right.parameters());
      case OrElse(var path, var otherwise) ->
          Stream.concat(path.parameters(), otherwise.parameters());
      case Joined(var first, var second) -> Stream.concat(first.parameters(), second.parameters());
    };
  }
}

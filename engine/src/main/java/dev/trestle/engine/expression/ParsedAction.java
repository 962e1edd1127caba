package dev.trestle.engine.expression;

/** A parsed action of an update expression. */
public sealed interface ParsedAction {
  ParsedOperand.Path path();

  record Set(ParsedOperand.Path path, Assigned value) implements ParsedAction {}

  record Remove(ParsedOperand.Path path) implements ParsedAction {}

  record Add(ParsedOperand.Path path, ParsedOperand.ValueReference value) implements ParsedAction {}

  record Delete(ParsedOperand.Path path, ParsedOperand.ValueReference value)
      implements ParsedAction {}

  /** The right-hand side of a SET. */
  sealed interface Assigned {
    record Plain(ParsedOperand operand) implements Assigned {}

    record Plus(ParsedOperand left, ParsedOperand right) implements Assigned {}

    record Minus(ParsedOperand left, ParsedOperand right) implements Assigned {}
  }
}

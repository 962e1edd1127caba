package dev.trestle.engine.expression;

/** One action of an update expression as it is written. */
public sealed interface UpdateAction {
  Operand.Path path();

  record Set(Operand.Path path, Assigned value) implements UpdateAction {}

  record Remove(Operand.Path path) implements UpdateAction {}

  record Add(Operand.Path path, Operand.ValueReference value) implements UpdateAction {}

  record Delete(Operand.Path path, Operand.ValueReference value) implements UpdateAction {}

  /** The right-hand side of a SET. */
  sealed interface Assigned {
    record Plain(Operand operand) implements Assigned {}

    record Plus(Operand left, Operand right) implements Assigned {}

    record Minus(Operand left, Operand right) implements Assigned {}
  }
}

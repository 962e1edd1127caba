package dev.trestle.model;

import dev.trestle.model.expression.OperandTree;

/** A component of a pattern's parameters, as a value in a condition or an update. */
public final class Parameter<P, T> extends Operand<Object, P, T> {
  private final Ref.Named named;

  Parameter(Ref.Named named) {
    this.named = named;
  }

  Ref.Named named() {
    return named;
  }

  @Override
  OperandTree at(Scope scope, StoredComponent target, Use use) {
    return new OperandTree.Parameter(scope.parameter(named).name());
  }
}

package dev.trestle.model;

import dev.trestle.model.expression.OperandTree;

/**
 * A value in a condition or an update: a constant, a parameter, an attribute of the item, or a sum.
 *
 * @param <R> the record whose components it names; Object where it names none
 * @param <P> the parameters it names; Object where it names none
 * @param <T> the type of the value
 */
public abstract sealed class Operand<R, P, T> permits Field, Parameter, Operand.Resolved {
  /** What a value is used for, which determines its stored form. */
  enum Use {
    /** It is stored. */
    STORED,
    /** It is compared with a stored value. */
    COMPARED,
    /** It is a term of a sum. */
    ADDED
  }

  /** Returns the data of an operand that is used with this component. */
  interface Resolution {
    OperandTree at(Scope scope, StoredComponent target, Use use);
  }

  abstract OperandTree at(Scope scope, StoredComponent target, Use use);

  static <R, P, T> Operand<R, P, T> of(Resolution resolution) {
    return new Resolved<>(resolution);
  }

  static <T> Operand<Object, Object, T> literal(T value) {
    return of((scope, target, use) -> target.literal(scope, value, use));
  }

  /** Any operand except a component of the record. */
  static final class Resolved<R, P, T> extends Operand<R, P, T> {
    private final Resolution resolution;

    private Resolved(Resolution resolution) {
      this.resolution = resolution;
    }

    @Override
    OperandTree at(Scope scope, StoredComponent target, Use use) {
      return resolution.at(scope, target, use);
    }
  }

  /** The sum. For updates only, and once: DynamoDB adds two values. */
  public Operand<R, P, T> plus(T amount) {
    return sum(this, literal(amount), OperandTree.Plus::new);
  }

  /** The sum of two operands. For updates only. */
  public <S extends R, Q extends P> Operand<S, Q, T> plus(Operand<? super S, ? super Q, T> amount) {
    return sum(this, amount, OperandTree.Plus::new);
  }

  /** The difference. For updates only, and once: DynamoDB subtracts one value from another. */
  public Operand<R, P, T> minus(T amount) {
    return sum(this, literal(amount), OperandTree.Minus::new);
  }

  /** The difference of two operands. For updates only. */
  public <S extends R, Q extends P> Operand<S, Q, T> minus(
      Operand<? super S, ? super Q, T> amount) {
    return sum(this, amount, OperandTree.Minus::new);
  }

  /** Returns the concatenation of this list and another. */
  public <S extends R, Q extends P> Operand<S, Q, T> then(Operand<? super S, ? super Q, T> more) {
    return of((scope, target, use) -> {
      target.expectList(scope);
      return new OperandTree.Joined(at(scope, target, use), more.at(scope, target, use));
    });
  }

  /** Returns the sum of two operands. */
  private interface Sum {
    OperandTree of(OperandTree left, OperandTree right);
  }

  private static <R, P, T> Operand<R, P, T> sum(
      Operand<?, ?, T> left, Operand<?, ?, T> right, Sum sum) {
    return of((scope, target, use) -> {
      target.expectNumber(scope);
      if (use == Use.COMPARED) {
        throw scope.refused("%s: a condition compares, it cannot compute.".formatted(target));
      }
      if (use == Use.ADDED) {
        throw scope.refused("%s: DynamoDB adds or subtracts once in a value.".formatted(target));
      }
      return sum.of(left.at(scope, target, Use.ADDED), right.at(scope, target, Use.ADDED));
    });
  }
}

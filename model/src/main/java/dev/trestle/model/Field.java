package dev.trestle.model;

import dev.trestle.model.expression.AttributePath.Step;
import dev.trestle.model.expression.Comparison;
import dev.trestle.model.expression.ConditionTree;
import dev.trestle.model.expression.OperandTree;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A component of the stored record, or something inside it, for comparisons and arithmetic.
 *
 * @param <T> the type of its value
 */
public final class Field<R, P, T> extends Operand<R, P, T> {
  private final Function<Scope, StoredComponent> component;

  Field(Function<Scope, StoredComponent> component) {
    this.component = component;
  }

  static <R, T> Field<R, Object, T> of(Ref.Named named, boolean value) {
    return new Field<>(scope -> value ? scope.component(named).value() : scope.component(named));
  }

  StoredComponent in(Scope scope) {
    return component.apply(scope);
  }

  /** Returns a component of this nested record. */
  public <U> Field<R, P, U> at(Ref<T, U> inner) {
    var name = inner.named().component();
    return new Field<>(scope -> in(scope).field(scope, name));
  }

  /** Returns a component of this nested record that may be absent. */
  public <U> Field<R, P, U> atOptional(Ref<T, Optional<U>> inner) {
    var name = inner.named().component();
    return new Field<>(scope -> in(scope).field(scope, name).value());
  }

  /** Equals this value. An empty Optional means that the attribute is absent. */
  public Condition<R, P> is(T value) {
    return compare(Comparison.EQUAL, literal(value));
  }

  /** Equals this operand, usually a parameter. */
  public <Q extends P> Condition<R, Q> is(Operand<? super R, ? super Q, T> operand) {
    return compare(Comparison.EQUAL, operand);
  }

  /**
   * Differs from this value. Absent counts as different, unless the field is {@link
   * Conditions#optional}.
   */
  public Condition<R, P> isNot(T value) {
    return compare(Comparison.NOT_EQUAL, literal(value));
  }

  /** Differs from this operand, usually a parameter. */
  public <Q extends P> Condition<R, Q> isNot(Operand<? super R, ? super Q, T> operand) {
    return compare(Comparison.NOT_EQUAL, operand);
  }

  /** Is less than this value. */
  public Condition<R, P> lessThan(T value) {
    return compare(Comparison.LESS, literal(value));
  }

  /** Is less than this operand, usually a parameter. */
  public <Q extends P> Condition<R, Q> lessThan(Operand<? super R, ? super Q, T> operand) {
    return compare(Comparison.LESS, operand);
  }

  /** Is less than or equal to this value. */
  public Condition<R, P> atMost(T value) {
    return compare(Comparison.AT_MOST, literal(value));
  }

  /** Is less than or equal to this operand, usually a parameter. */
  public <Q extends P> Condition<R, Q> atMost(Operand<? super R, ? super Q, T> operand) {
    return compare(Comparison.AT_MOST, operand);
  }

  /** Is greater than this value. */
  public Condition<R, P> moreThan(T value) {
    return compare(Comparison.MORE, literal(value));
  }

  /** Is greater than this operand, usually a parameter. */
  public <Q extends P> Condition<R, Q> moreThan(Operand<? super R, ? super Q, T> operand) {
    return compare(Comparison.MORE, operand);
  }

  /** Is greater than or equal to this value. */
  public Condition<R, P> atLeast(T value) {
    return compare(Comparison.AT_LEAST, literal(value));
  }

  /** Is greater than or equal to this operand, usually a parameter. */
  public <Q extends P> Condition<R, Q> atLeast(Operand<? super R, ? super Q, T> operand) {
    return compare(Comparison.AT_LEAST, operand);
  }

  /** Between two values, both inclusive. */
  public Condition<R, P> between(T from, T to) {
    return range(literal(from), literal(to));
  }

  /** Between two operands, both inclusive. */
  public <Q extends P> Condition<R, Q> between(
      Operand<? super R, ? super Q, T> from, Operand<? super R, ? super Q, T> to) {
    return range(from, to);
  }

  private <Q> Condition<R, Q> range(Operand<?, ?, T> from, Operand<?, ?, T> to) {
    return new Condition<>(scope -> {
      var own = in(scope);
      own.expectOrder(scope);
      return new ConditionTree.Between(
          own.path(), from.at(scope, own, Use.COMPARED), to.at(scope, own, Use.COMPARED));
    });
  }

  /** One of these values. There must be at least one. */
  public Condition<R, P> oneOf(Collection<T> values) {
    return new Condition<>(scope -> {
      var own = in(scope);
      if (values.isEmpty())
        throw scope.refused("%s: oneOf(…) needs at least one value.".formatted(own));
      var literals = values.stream().map(value -> own.literal(scope, value, Use.COMPARED)).toList();
      var present =
          literals.stream().filter(literal -> !literal.equals(StoredComponent.ABSENT)).toList();
      if (present.size() == literals.size()) return new ConditionTree.OneOf(own.path(), present);
      var absent = new ConditionTree.Absent(own.path());
      if (present.isEmpty()) return absent;
      return new ConditionTree.Any(List.of(new ConditionTree.OneOf(own.path(), present), absent));
    });
  }

  /** The text begins with this one. */
  public Condition<R, P> beginsWith(T prefix) {
    return begins(literal(prefix));
  }

  /** The text begins with this operand, usually a parameter. */
  public <Q extends P> Condition<R, Q> beginsWith(Operand<? super R, ? super Q, T> prefix) {
    return begins(prefix);
  }

  private <Q> Condition<R, Q> begins(Operand<?, ?, T> prefix) {
    return new Condition<>(scope -> {
      var own = in(scope);
      own.expectText(scope);
      return new ConditionTree.BeginsWith(own.path(), prefix.at(scope, own, Use.COMPARED));
    });
  }

  /** The text contains this one. */
  public Condition<R, P> contains(T piece) {
    return within(literal(piece));
  }

  /** The text contains this operand, usually a parameter. */
  public <Q extends P> Condition<R, Q> contains(Operand<? super R, ? super Q, T> piece) {
    return within(piece);
  }

  private <Q> Condition<R, Q> within(Operand<?, ?, T> piece) {
    return new Condition<>(scope -> {
      var own = in(scope);
      own.expectText(scope);
      return new ConditionTree.Contains(own.path(), piece.at(scope, own, Use.COMPARED));
    });
  }

  /** The item has the attribute. */
  public Condition<R, P> isPresent() {
    return new Condition<>(scope -> new ConditionTree.Present(in(scope).path()));
  }

  /** The item does not have the attribute, or there is no item. */
  public Condition<R, P> isAbsent() {
    return new Condition<>(scope -> new ConditionTree.Absent(in(scope).path()));
  }

  /** The item's value, or this one if it has none. */
  public Operand<R, P, T> orElse(T value) {
    return fallback(literal(value));
  }

  /** The item's value, or this operand if it has none. */
  public <Q extends P> Operand<R, Q, T> orElse(Operand<? super R, ? super Q, T> operand) {
    return fallback(operand);
  }

  private <Q> Operand<R, Q, T> fallback(Operand<?, ?, T> operand) {
    return Operand.of((scope, target, use) -> {
      if (use == Use.COMPARED) {
        throw scope.refused(
            "%s: a condition cannot compute; orElse(…) is for updates.".formatted(target));
      }
      var own = in(scope);
      own.expectSameForm(scope, target, use);
      return new OperandTree.OrElse(own.path(), operand.at(scope, target, use));
    });
  }

  @Override
  OperandTree at(Scope scope, StoredComponent target, Use use) {
    var own = in(scope);
    own.expectSameForm(scope, target, use);
    if (use != Use.COMPARED && own.mayBeAbsent()) {
      throw scope.refused(
          "%s may be absent: say what stands for it with orElse(…).".formatted(own));
    }
    return new OperandTree.Current(own.path());
  }

  private <Q> Condition<R, Q> compare(Comparison comparison, Operand<?, ?, T> operand) {
    return new Condition<>(scope -> {
      var own = in(scope);
      if (!comparison.isEquality()) own.expectOrder(scope);
      var compared = operand.at(scope, own, Use.COMPARED);
      if (!compared.equals(StoredComponent.ABSENT)) {
        var tree = new ConditionTree.Compare(own.path(), comparison, compared);
        return own.isValueOfOptional() && comparison == Comparison.NOT_EQUAL
            ? new ConditionTree.All(List.of(new ConditionTree.Present(own.path()), tree))
            : tree;
      }
      return comparison == Comparison.EQUAL
          ? new ConditionTree.Absent(own.path())
          : new ConditionTree.Present(own.path());
    });
  }

  /** The map entry that a parameter names. */
  static <R, P, T> Field<R, P, T> entry(Ref.Named map, Ref.Named parameter) {
    return new Field<>(scope ->
        scope.component(map).entry(scope, new Step.Entry(scope.parameter(parameter).name())));
  }
}

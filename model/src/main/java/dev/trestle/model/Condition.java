package dev.trestle.model;

import dev.trestle.model.expression.ConditionTree;
import java.util.List;
import java.util.function.Function;

/**
 * A condition on a stored record, such as {@code field(Session::attempts).lessThan(5)}. Written
 * with the vocabulary of {@link Conditions}.
 *
 * @param <R> the record whose components it names; Object where it names none
 * @param <P> the parameters it names; Object where it names none
 */
public final class Condition<R, P> {
  private final Function<Scope, ConditionTree> tree;

  Condition(Function<Scope, ConditionTree> tree) {
    this.tree = tree;
  }

  /** Both hold. */
  public <S extends R, Q extends P> Condition<S, Q> and(Condition<? super S, ? super Q> other) {
    return new Condition<>(
        scope -> new ConditionTree.All(List.of(tree.apply(scope), other.in(scope))));
  }

  /** At least one of the two holds. */
  public <S extends R, Q extends P> Condition<S, Q> or(Condition<? super S, ? super Q> other) {
    return new Condition<>(
        scope -> new ConditionTree.Any(List.of(tree.apply(scope), other.in(scope))));
  }

  /** Resolves the names to the attributes of a pattern's entity. */
  ConditionTree in(Scope scope) {
    return tree.apply(scope);
  }
}

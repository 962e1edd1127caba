package dev.trestle.engine.expression;

import java.util.List;

/** A condition as it is written, names and values still placeholders. */
public sealed interface Predicate extends Term
    permits Predicate.And,
        Predicate.Or,
        Predicate.Not,
        Predicate.Compare,
        Predicate.Between,
        Predicate.In,
        Operand.Call {
  record And(Predicate left, Predicate right) implements Predicate {}

  record Or(Predicate left, Predicate right) implements Predicate {}

  record Not(Predicate inner) implements Predicate {}

  record Compare(Comparator comparator, Operand left, Operand right) implements Predicate {}

  record Between(Operand operand, Operand low, Operand high) implements Predicate {}

  record In(Operand operand, List<Operand> candidates) implements Predicate {
    public In {
      candidates = List.copyOf(candidates);
    }
  }
}

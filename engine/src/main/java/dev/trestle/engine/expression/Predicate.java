package dev.trestle.engine.expression;

import java.util.List;

/** A parsed condition. Its names and values may be placeholders. */
public sealed interface Predicate extends Term
    permits Predicate.And,
        Predicate.Or,
        Predicate.Not,
        Predicate.Compare,
        Predicate.Between,
        Predicate.In,
        ParsedOperand.Call {
  record And(Predicate left, Predicate right) implements Predicate {}

  record Or(Predicate left, Predicate right) implements Predicate {}

  record Not(Predicate inner) implements Predicate {}

  record Compare(Comparator comparator, ParsedOperand left, ParsedOperand right)
      implements Predicate {}

  record Between(ParsedOperand operand, ParsedOperand low, ParsedOperand high)
      implements Predicate {}

  record In(ParsedOperand operand, List<ParsedOperand> candidates) implements Predicate {
    public In {
      candidates = List.copyOf(candidates);
    }
  }
}

package dev.trestle.engine.expression;

import java.util.Optional;

/** The comparison operators. */
public enum Comparator {
  EQ("="),
  NE("<>"),
  LT("<"),
  LE("<="),
  GT(">"),
  GE(">=");

  private static final Comparator[] ALL = values();

  private final String symbol;

  Comparator(String symbol) {
    this.symbol = symbol;
  }

  String symbol() {
    return symbol;
  }

  static Optional<Comparator> of(Tokens tokens, int token) {
    for (var comparator : ALL) {
      if (tokens.is(token, comparator.symbol)) return Optional.of(comparator);
    }
    return Optional.empty();
  }

  /**
   * Returns whether the operands must have an order, which only strings, numbers and binaries have.
   */
  boolean isOrdering() {
    return this != EQ && this != NE;
  }

  /** Returns whether the operator holds for two values whose comparison has this sign. */
  boolean accepts(int sign) {
    return switch (this) {
      case EQ -> sign == 0;
      case NE -> sign != 0;
      case LT -> sign < 0;
      case LE -> sign <= 0;
      case GT -> sign > 0;
      case GE -> sign >= 0;
    };
  }
}

package dev.trestle.model.expression;

/** How two values are compared, in the order of the values. */
public enum Comparison {
  EQUAL("="),
  NOT_EQUAL("<>"),
  LESS("<"),
  AT_MOST("<="),
  MORE(">"),
  AT_LEAST(">=");

  private final String sign;

  Comparison(String sign) {
    this.sign = sign;
  }

  /** DynamoDB's operator. */
  public String sign() {
    return sign;
  }

  public boolean isEquality() {
    return this == EQUAL || this == NOT_EQUAL;
  }

  /** The comparison for the reverse order. */
  public Comparison reversed() {
    return switch (this) {
      case EQUAL -> EQUAL;
      case NOT_EQUAL -> NOT_EQUAL;
      case LESS -> MORE;
      case AT_MOST -> AT_LEAST;
      case MORE -> LESS;
      case AT_LEAST -> AT_MOST;
    };
  }

  /** Returns whether it holds for this result of {@code compareTo}. */
  public boolean holds(int order) {
    return switch (this) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case AT_MOST -> order <= 0;
      case MORE -> order > 0;
      case AT_LEAST -> order >= 0;
    };
  }
}

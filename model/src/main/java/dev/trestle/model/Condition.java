package dev.trestle.model;

import java.util.List;

/**
 * What must hold of the stored item. Written with {@link Conditions}: {@code
 * field(Session::attempts).lessThan(5)}.
 */
public sealed interface Condition {
  /** How two values are compared; the sign is DynamoDB's. */
  enum Comparison {
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

    public String sign() {
      return sign;
    }
  }

  record Compare(Path path, Comparison comparison, Operand<?> operand) implements Condition {}

  record Between(Path path, Operand<?> from, Operand<?> to) implements Condition {}

  record OneOf(Path path, List<Operand<?>> operands) implements Condition {
    public OneOf {
      operands = List.copyOf(operands);
    }
  }

  record BeginsWith(Path path, Operand<?> operand) implements Condition {}

  /** A text has this within, or a collection has this element. */
  record Contains(Path path, Operand<?> operand) implements Condition {}

  record Present(Path path) implements Condition {}

  record Absent(Path path) implements Condition {}

  /** There is an item under this key. */
  record ItemExists() implements Condition {}

  /** There is no item under this key. */
  record ItemAbsent() implements Condition {}

  record All(List<Condition> conditions) implements Condition {
    public All {
      conditions = List.copyOf(conditions);
    }
  }

  record Any(List<Condition> conditions) implements Condition {
    public Any {
      conditions = List.copyOf(conditions);
    }
  }

  record Not(Condition condition) implements Condition {}

  default Condition and(Condition other) {
    return new All(List.of(this, other));
  }

  default Condition or(Condition other) {
    return new Any(List.of(this, other));
  }
}

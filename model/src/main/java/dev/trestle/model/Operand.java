package dev.trestle.model;

/**
 * Where a value in a condition or an update comes from. Data, so that checks and docs can read it.
 */
public sealed interface Operand<T> {
  record Literal<T>(T value) implements Operand<T> {}

  /** A component of the pattern's parameters. */
  record Parameter<T>(Ref.Named component) implements Operand<T> {}

  /** What the item has at this path, before the write. */
  record Current<T>(Path path) implements Operand<T> {}

  record Plus<T>(Operand<T> left, Operand<T> right) implements Operand<T> {}

  record Minus<T>(Operand<T> left, Operand<T> right) implements Operand<T> {}

  /** What the item has at this path, or the other operand where it has nothing. */
  record OrElse<T>(Path path, Operand<T> otherwise) implements Operand<T> {}

  /** One list behind another. */
  record Joined<T>(Operand<T> first, Operand<T> second) implements Operand<T> {}

  default Operand<T> plus(T amount) {
    return new Plus<>(this, new Literal<>(amount));
  }

  default Operand<T> plus(Operand<T> amount) {
    return new Plus<>(this, amount);
  }

  default Operand<T> minus(T amount) {
    return new Minus<>(this, new Literal<>(amount));
  }

  default Operand<T> minus(Operand<T> amount) {
    return new Minus<>(this, amount);
  }

  default Operand<T> then(Operand<T> more) {
    return new Joined<>(this, more);
  }
}

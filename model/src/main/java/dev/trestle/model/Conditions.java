package dev.trestle.model;

import dev.trestle.model.Condition.Comparison;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The words conditions and updates are written in; meant to be imported statically. */
public final class Conditions {
  private Conditions() {}

  /** A component of the stored record. */
  public static <R, T> Field<T> field(Ref<R, T> component) {
    return new Field<>(Path.of(component));
  }

  /** A component that may be absent: its value is compared where it is there. */
  public static <R, T> Field<T> optional(Ref<R, Optional<T>> component) {
    return new Field<>(Path.of(component));
  }

  /** An entry of a map. */
  public static <R, T> Field<T> entry(Ref<R, Map<String, T>> component, Operand<String> key) {
    return new Field<>(new Path(component.named(), List.of(key)));
  }

  /** The elements of a collection. */
  public static <R, T> Elements<T> elements(Ref<R, ? extends Collection<T>> component) {
    return new Elements<>(Path.of(component));
  }

  /** A component of the pattern's parameters. */
  public static <P, T> Operand<T> param(Ref<P, T> component) {
    return new Operand.Parameter<>(component.named());
  }

  public static <T> Operand<T> value(T value) {
    return new Operand.Literal<>(value);
  }

  /** What the item has in this component before the write. */
  public static <R, T> Operand<T> current(Ref<R, T> component) {
    return new Operand.Current<>(Path.of(component));
  }

  /** What the item has in this component, or this where it has nothing yet. */
  public static <R, T> Else<T> currentOr(Ref<R, T> component) {
    return new Else<>(Path.of(component));
  }

  public static Condition itemExists() {
    return new Condition.ItemExists();
  }

  public static Condition itemAbsent() {
    return new Condition.ItemAbsent();
  }

  public static <R, T> Condition present(Ref<R, T> component) {
    return new Condition.Present(Path.of(component));
  }

  public static <R, T> Condition absent(Ref<R, T> component) {
    return new Condition.Absent(Path.of(component));
  }

  public static Condition not(Condition condition) {
    return new Condition.Not(condition);
  }

  /** The second half of {@code currentOr(…).otherwise(…)}. */
  public record Else<T>(Path path) {
    public Operand<T> otherwise(T value) {
      return otherwise(new Operand.Literal<>(value));
    }

    public Operand<T> otherwise(Operand<T> operand) {
      return new Operand.OrElse<>(path, operand);
    }
  }

  /** A collection to look into. */
  public record Elements<T>(Path path) {
    public Condition contain(T element) {
      return contain(new Operand.Literal<>(element));
    }

    public Condition contain(Operand<T> element) {
      return new Condition.Contains(path, element);
    }
  }

  /** One side of a comparison. */
  public record Field<T>(Path path) {
    public Condition is(T value) {
      return is(value(value));
    }

    public Condition is(Operand<T> operand) {
      return compare(Comparison.EQUAL, operand);
    }

    public Condition isNot(T value) {
      return isNot(value(value));
    }

    public Condition isNot(Operand<T> operand) {
      return compare(Comparison.NOT_EQUAL, operand);
    }

    public Condition lessThan(T value) {
      return lessThan(value(value));
    }

    public Condition lessThan(Operand<T> operand) {
      return compare(Comparison.LESS, operand);
    }

    public Condition atMost(T value) {
      return atMost(value(value));
    }

    public Condition atMost(Operand<T> operand) {
      return compare(Comparison.AT_MOST, operand);
    }

    public Condition moreThan(T value) {
      return moreThan(value(value));
    }

    public Condition moreThan(Operand<T> operand) {
      return compare(Comparison.MORE, operand);
    }

    public Condition atLeast(T value) {
      return atLeast(value(value));
    }

    public Condition atLeast(Operand<T> operand) {
      return compare(Comparison.AT_LEAST, operand);
    }

    public Condition between(Operand<T> from, Operand<T> to) {
      return new Condition.Between(path, from, to);
    }

    public Condition oneOf(Collection<T> values) {
      return new Condition.OneOf(
          path, values.stream().<Operand<?>>map(Operand.Literal::new).toList());
    }

    public Condition beginsWith(Operand<T> prefix) {
      return new Condition.BeginsWith(path, prefix);
    }

    /** What the item has here, before the write. */
    public Operand<T> current() {
      return new Operand.Current<>(path);
    }

    /** What the item has here, or this where it has nothing yet. */
    public Operand<T> orElse(T value) {
      return new Operand.OrElse<>(path, value(value));
    }

    private Condition compare(Comparison comparison, Operand<T> operand) {
      return new Condition.Compare(path, comparison, operand);
    }

    private static <T> Operand<T> value(T value) {
      return new Operand.Literal<>(value);
    }
  }
}

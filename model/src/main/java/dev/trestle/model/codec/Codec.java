package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * Converts one Java type to attribute values and back. Immutable and thread-safe. Rejects what it
 * cannot write or read with a {@link CodecException}.
 */
public interface Codec<T> {
  <V> V write(T value, ValueFormat<V> values);

  <V> T read(V value, ValueFormat<V> values);

  /**
   * The type of every value that this writes. Key attributes and comparisons must have the same
   * type.
   */
  Type type();

  /** Writes a value at this nesting depth. DynamoDB allows 32 levels of lists and maps. */
  default <V> V write(T value, ValueFormat<V> values, int depth) {
    return write(value, values);
  }

  /**
   * Writes a value that stored ones are compared with. Differs from {@link #write} if storing
   * rounds: half a second is compared exactly, even with values that are stored as whole seconds.
   */
  default <V> V writeCompared(T value, ValueFormat<V> values) {
    return write(value, values);
  }

  /**
   * Returns whether this value is stored by omitting its attribute, like an empty Optional or an
   * empty set. An update to such a value removes the attribute.
   */
  default boolean isAbsent(T value) {
    return false;
  }

  /** Returns the value that a missing attribute is read as, if it may be missing. */
  default Optional<T> whenMissing() {
    return Optional.empty();
  }

  /** Returns how the order of stored values relates to the order of the Java values. */
  default StoredOrder order() {
    return StoredOrder.NONE;
  }

  /** The name of the stored form. Two attributes can be compared only if theirs are equal. */
  String form();

  /**
   * The name of the set of values that can be read back, if that is not the whole form: a key part
   * has an alphabet and a width. Only such values can be copied to such an attribute.
   */
  default String domain() {
    return form();
  }

  /**
   * Returns whether the stored text is the value's own text, so that parts of it can be searched
   * for.
   */
  default boolean isPlainText() {
    return false;
  }

  /** Returns whether reading returns every value exactly as it was written. */
  default boolean isExact() {
    return true;
  }

  /** Returns whether the stored number is the value's own, so that an amount can be added to it. */
  default boolean isPlainNumber() {
    return type() == Type.N;
  }

  /** Returns the range of numbers that can be read back, if it is not all of DynamoDB's. */
  default Optional<Bounds> bounds() {
    return Optional.empty();
  }

  /** Returns a component of the stored record; empty if this does not store a record. */
  default Optional<Codec<?>> component(String name) {
    return Optional.empty();
  }

  /**
   * Returns what is declared about older forms of a component of the stored record.
   *
   * @param name the component's
   */
  default RecordChanges.Change change(String name) {
    return RecordChanges.Change.NONE;
  }

  /**
   * Returns whether equal values may be stored in different forms, because a record in them has
   * former names or defaults.
   */
  default boolean mayVary() {
    return false;
  }

  /** Returns the codec of an element of the stored list or set, or of a map's values. */
  default Optional<Codec<?>> element() {
    return Optional.empty();
  }

  /** The smallest and the largest number, in stored form. */
  record Bounds(BigDecimal min, BigDecimal max) {
    static Bounds of(long min, long max) {
      return new Bounds(BigDecimal.valueOf(min), BigDecimal.valueOf(max));
    }

    Bounds negated() {
      return new Bounds(max.negate(), min.negate());
    }

    public boolean has(BigDecimal number) {
      return number.compareTo(min) >= 0 && number.compareTo(max) <= 0;
    }
  }
}

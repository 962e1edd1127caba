package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.util.Optional;

/**
 * One Java type as attribute values and back. A codec is immutable and may be used by many threads.
 * What it cannot write or read it refuses with a {@link CodecException}.
 */
public interface Codec<T> {
  <V> V write(T value, Values<V> values);

  <V> T read(V value, Values<V> values);

  /** The type of every value this writes: what a key attribute or a comparison must agree with. */
  Type type();

  /** Writes a value that lies in so many lists and maps already, of which there may be 32. */
  default <V> V write(T value, Values<V> values, int depth) {
    return write(value, values);
  }

  /**
   * Whether this value is stored by leaving its attribute out: an empty Optional, an empty set. An
   * update to such a value removes the attribute.
   */
  default boolean isAbsent(T value) {
    return false;
  }

  /** The value that an attribute stands for which is not there, where it may be missing. */
  default Optional<T> whenMissing() {
    return Optional.empty();
  }
}

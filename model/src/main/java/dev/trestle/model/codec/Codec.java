package dev.trestle.model.codec;

import dev.trestle.item.Type;

/** One Java type as attribute values and back. */
public interface Codec<T> {
  <V> V write(T value, Values<V> values);

  <V> T read(V value, Values<V> values);

  /** The type of every value this writes: what a key attribute or a comparison must agree with. */
  Type type();
}

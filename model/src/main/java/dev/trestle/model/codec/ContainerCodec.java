package dev.trestle.model.codec;

import dev.trestle.item.Limits;
import dev.trestle.item.Type;

/** A codec of values that hold others, which it counts the levels of. */
abstract class ContainerCodec<T> implements Codec<T> {
  @Override
  public final <V> V write(T value, ValueFormat<V> values) {
    return write(value, values, 0);
  }

  @Override
  public abstract <V> V write(T value, ValueFormat<V> values, int depth);

  /** The depth of what this holds; DynamoDB and the stack both end somewhere. */
  static int below(int depth) {
    if (depth + 1 >= Limits.NESTING_LEVELS) {
      throw new CodecException(
          "nested deeper than " + Limits.NESTING_LEVELS + " levels, which is DynamoDB's limit");
    }
    return depth + 1;
  }

  static <V> void expect(Type type, V value, ValueFormat<V> values) {
    var found = values.type(value);
    if (found != type) throw CodecException.mismatch(type, found);
  }
}

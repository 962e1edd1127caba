package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.util.Optional;

/**
 * An absent value is a missing attribute, never a NULL, or an index on it would not be sparse. A
 * NULL that another program wrote is read as absent.
 */
final class OptionalCodec<T> extends Container<Optional<T>> {
  private final Codec<T> present;

  OptionalCodec(Codec<T> present) {
    this.present = present;
  }

  @Override
  public <V> V write(Optional<T> value, Values<V> values, int depth) {
    if (Scalar.present(value).isPresent()) return present.write(value.get(), values, depth);
    throw new CodecException("an empty Optional where a value must stand");
  }

  @Override
  public <V> Optional<T> read(V value, Values<V> values) {
    return values.type(value) == Type.NULL
        ? Optional.empty()
        : Optional.of(present.read(value, values));
  }

  @Override
  public Type type() {
    return present.type();
  }

  @Override
  public boolean isAbsent(Optional<T> value) {
    return Scalar.present(value).isEmpty();
  }

  @Override
  public Optional<Optional<T>> whenMissing() {
    return Optional.of(Optional.empty());
  }
}

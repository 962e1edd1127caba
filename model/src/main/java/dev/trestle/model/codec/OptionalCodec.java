package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.util.Optional;

/**
 * An absent value is a missing attribute and never a NULL, so that an index on it is sparse. A NULL
 * written by another program is read as absent.
 */
final class OptionalCodec<T> extends ContainerCodec<Optional<T>> {
  private final Codec<T> present;

  OptionalCodec(Codec<T> present) {
    this.present = present;
  }

  @Override
  public <V> V write(Optional<T> value, ValueFormat<V> values, int depth) {
    if (ScalarCodec.present(value).isPresent()) return present.write(value.get(), values, depth);
    throw new CodecException("an empty Optional where a value must stand");
  }

  @Override
  public <V> Optional<T> read(V value, ValueFormat<V> values) {
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
    return ScalarCodec.present(value).isEmpty();
  }

  @Override
  public Optional<Optional<T>> whenMissing() {
    return Optional.of(Optional.empty());
  }

  /** The codec of the value if it is present. */
  Codec<T> present() {
    return present;
  }

  @Override
  public <V> V writeCompared(Optional<T> value, ValueFormat<V> values) {
    if (ScalarCodec.present(value).isPresent()) return present.writeCompared(value.get(), values);
    throw new CodecException("an empty Optional where a value must stand");
  }

  @Override
  public StoredOrder order() {
    return present.order();
  }

  @Override
  public String form() {
    return present.form();
  }

  @Override
  public boolean isPlainText() {
    return present.isPlainText();
  }

  @Override
  public boolean isPlainNumber() {
    return present.isPlainNumber();
  }

  @Override
  public boolean isExact() {
    return present.isExact();
  }

  @Override
  public Optional<Bounds> bounds() {
    return present.bounds();
  }

  @Override
  public Optional<Codec<?>> component(String name) {
    return present.component(name);
  }

  @Override
  public RecordChanges.Change change(String name) {
    return present.change(name);
  }

  @Override
  public Optional<Codec<?>> element() {
    return present.element();
  }

  @Override
  public boolean mayVary() {
    return present.mayVary();
  }
}

package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.util.Optional;
import java.util.function.Function;

/** A record of one component, stored as that component. */
final class WrapperCodec<T, U> extends ContainerCodec<T> {
  private final Codec<U> inner;
  private final Function<T, U> unwrap;
  private final Function<U, T> wrap;

  WrapperCodec(Codec<U> inner, Function<T, U> unwrap, Function<U, T> wrap) {
    this.inner = inner;
    this.unwrap = unwrap;
    this.wrap = wrap;
  }

  Codec<U> inner() {
    return inner;
  }

  @Override
  public <V> V write(T value, ValueFormat<V> values, int depth) {
    return inner.write(unwrap.apply(ScalarCodec.present(value)), values, depth);
  }

  @Override
  public <V> T read(V value, ValueFormat<V> values) {
    return wrap.apply(inner.read(value, values));
  }

  @Override
  public Type type() {
    return inner.type();
  }

  @Override
  public boolean isAbsent(T value) {
    return inner.isAbsent(unwrap.apply(ScalarCodec.present(value)));
  }

  @Override
  public Optional<T> whenMissing() {
    return inner.whenMissing().map(wrap);
  }

  @Override
  public String form() {
    return inner.form();
  }

  @Override
  public boolean isExact() {
    return inner.isExact();
  }

  @Override
  public Optional<Codec<?>> element() {
    return inner.element();
  }

  @Override
  public boolean mayVary() {
    return inner.mayVary();
  }
}

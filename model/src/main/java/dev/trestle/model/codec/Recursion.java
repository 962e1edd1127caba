package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stands for the codec of a type within itself, until that codec is made. */
final class Recursion<T> extends Container<T> {
  private final int ways;
  private @Nullable Codec<T> made;
  private boolean met;

  Recursion(int ways) {
    this.ways = ways;
  }

  /** How many ways to end there were where the type was first met. */
  int ways() {
    return ways;
  }

  void made(Codec<T> codec) {
    made = codec;
  }

  /** Notes that the type does hold itself. */
  Recursion<T> meet() {
    met = true;
    return this;
  }

  boolean met() {
    return met;
  }

  private Codec<T> codec() {
    var codec = made;
    if (codec == null) throw new IllegalStateException("used while it is being made");
    return codec;
  }

  @Override
  public <V> V write(T value, Values<V> values, int depth) {
    return codec().write(value, values, depth);
  }

  @Override
  public <V> T read(V value, Values<V> values) {
    return codec().read(value, values);
  }

  @Override
  public Type type() {
    return codec().type();
  }

  @Override
  public boolean isAbsent(T value) {
    return codec().isAbsent(value);
  }

  @Override
  public Optional<T> whenMissing() {
    return codec().whenMissing();
  }
}

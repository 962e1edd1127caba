package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A placeholder for the codec of a recursive type, until that codec exists. */
final class RecursiveCodec<T> extends ContainerCodec<T> {
  private final int ways;
  private @Nullable Codec<T> made;
  private boolean met;
  private boolean varies;

  RecursiveCodec(int ways) {
    this.ways = ways;
  }

  /** The number of possible ends when the type was first found. */
  int ways() {
    return ways;
  }

  void made(Codec<T> codec) {
    made = codec;
    varies = codec.mayVary(); // asks this codec, too, which is false until now
  }

  /** Records that the type contains itself. */
  RecursiveCodec<T> meet() {
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
  public <V> V write(T value, ValueFormat<V> values, int depth) {
    return codec().write(value, values, depth);
  }

  @Override
  public <V> T read(V value, ValueFormat<V> values) {
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

  @Override
  public String form() {
    return codec().form();
  }

  @Override
  public Optional<Codec<?>> component(String name) {
    return codec().component(name);
  }

  @Override
  public RecordChanges.Change change(String name) {
    return codec().change(name);
  }

  @Override
  public Optional<Codec<?>> element() {
    return codec().element();
  }

  @Override
  public boolean mayVary() {
    return varies;
  }
}

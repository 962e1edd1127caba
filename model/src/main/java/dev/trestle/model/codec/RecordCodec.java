package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A record as a map of its components. Unknown fields of the map are ignored. */
final class RecordCodec<R> extends ContainerCodec<R> {
  private final RecordShape<R> shape;
  private final String[] names;
  private final Codec<Object>[] codecs;
  private final RecordChanges.Change[] changes;

  RecordCodec(
      RecordShape<R> shape, Codec<Object>[] codecs, Map<String, RecordChanges.Change> changes) {
    this.shape = shape;
    this.changes =
        shape.components().stream()
            .map(component -> changes.getOrDefault(component.name(), RecordChanges.Change.NONE))
            .toArray(RecordChanges.Change[]::new);
    this.names =
        shape.components().stream().map(RecordShape.Component::name).toArray(String[]::new);
    this.codecs = codecs;
  }

  @Override
  public <V> V write(R whole, ValueFormat<V> values, int depth) {
    Map<String, V> fields = HashMap.newHashMap(names.length);
    write(whole, fields, values, depth);
    return values.map(fields);
  }

  /** Writes the components into a map that may contain more. */
  <V> void write(R whole, Map<String, V> fields, ValueFormat<V> values, int depth) {
    ScalarCodec.present(whole);
    if (names.length == 0) return;
    int below = below(depth);
    for (int i = 0; i < names.length; i++) {
      try {
        var value = shape.value(whole, i);
        if (codecs[i].isAbsent(value)) continue;
        fields.put(names[i], codecs[i].write(value, values, below));
      } catch (CodecException e) {
        throw e.in(shape.type(), names[i]);
      }
    }
  }

  @Override
  public <V> R read(V value, ValueFormat<V> values) {
    expect(Type.M, value, values);
    return read(values.asMap(value), values);
  }

  <V> R read(Map<String, V> fields, ValueFormat<V> values) {
    var components = new Object[names.length];
    for (int i = 0; i < names.length; i++) {
      try {
        var stored = find(fields, i);
        components[i] = stored == null ? absent(i) : codecs[i].read(stored, values);
      } catch (CodecException e) {
        throw e.in(shape.type(), names[i]);
      }
    }
    return make(shape, components);
  }

  private <V> @Nullable V find(Map<String, V> fields, int component) {
    var stored = fields.get(names[component]);
    var former = changes[component].formerNames();
    for (int i = 0; stored == null && i < former.size(); i++) stored = fields.get(former.get(i));
    return stored;
  }

  private Object absent(int component) {
    var absent = changes[component].absent();
    return absent.isPresent() ? absent.get() : missing(codecs[component], names[component]);
  }

  static Object missing(Codec<Object> codec, String name) {
    return codec.whenMissing().orElseThrow(() -> missing(name));
  }

  static CodecException missing(String name) {
    return new CodecException(
        "found no attribute '"
            + name
            + "'; a component that may be missing is an Optional or has a default");
  }

  static <R> R make(RecordShape<R> shape, Object[] components) {
    try {
      return shape.make(components);
    } catch (RuntimeException e) {
      throw new CodecException(
          shape.type().getSimpleName()
              + " does not take what was found ("
              + e.getClass().getSimpleName()
              + ")",
          e);
    }
  }

  @Override
  public Type type() {
    return Type.M;
  }

  @Override
  public String form() {
    return "record " + shape.type().getName();
  }

  @Override
  public Optional<Codec<?>> component(String name) {
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name)) return Optional.of(codecs[i]);
    }
    return Optional.empty();
  }

  @Override
  public RecordChanges.Change change(String name) {
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name)) return changes[i];
    }
    return RecordChanges.Change.NONE;
  }

  @Override
  public boolean mayVary() {
    return Arrays.stream(changes).anyMatch(change -> !change.isNone())
        || Arrays.stream(codecs).anyMatch(Codec::mayVary);
  }

  @Override
  public boolean isExact() {
    return Arrays.stream(codecs).allMatch(Codec::isExact);
  }
}

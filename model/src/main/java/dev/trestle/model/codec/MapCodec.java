package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A map whose keys are written as texts. A missing one is read as empty. */
final class MapCodec<K, T> extends ContainerCodec<Map<K, T>> {
  private final ScalarCodec.Text<K> key;
  private final Codec<T> value;

  MapCodec(ScalarCodec.Text<K> key, Codec<T> value) {
    this.key = key;
    this.value = value;
  }

  @Override
  public <V> V write(Map<K, T> map, ValueFormat<V> values, int depth) {
    if (ScalarCodec.present(map).isEmpty()) return values.map(Map.of());
    int below = below(depth);
    Map<String, V> written = HashMap.newHashMap(map.size());
    for (var entry : map.entrySet()) {
      var name = key.text(entry.getKey());
      if (name.isEmpty()) throw new CodecException("an empty key of a map, which M cannot hold");
      if (written.put(name, value.write(entry.getValue(), values, below)) != null) {
        throw new CodecException("two keys of a map with one text");
      }
    }
    return values.map(written);
  }

  @Override
  public <V> Map<K, T> read(V stored, ValueFormat<V> values) {
    expect(Type.M, stored, values);
    var fields = values.asMap(stored);
    if (fields.isEmpty()) return Map.of();
    var map = LinkedHashMap.<K, T>newLinkedHashMap(fields.size());
    for (var entry : fields.entrySet()) {
      map.put(key.parse(entry.getKey()), value.read(entry.getValue(), values));
    }
    return Collections.unmodifiableMap(map);
  }

  @Override
  public Type type() {
    return Type.M;
  }

  @Override
  public Optional<Map<K, T>> whenMissing() {
    return Optional.of(Map.of());
  }

  @Override
  public String form() {
    return "map of " + key.form() + " to " + value.form();
  }

  @Override
  public Optional<Codec<?>> element() {
    return Optional.of(value);
  }

  @Override
  public boolean isExact() {
    return value.isExact();
  }

  @Override
  public boolean mayVary() {
    return value.mayVary();
  }
}

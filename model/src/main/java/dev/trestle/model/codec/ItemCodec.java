package dev.trestle.model.codec;

import dev.trestle.model.key.Key;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A record as an item: key attributes are built from components by templates, other components are
 * attributes of their own. A value that is in a key is read back from the key and not stored twice.
 */
public final class ItemCodec<R> {
  /**
   * A component that is stored as an attribute. The default is the value of a missing attribute.
   */
  public record Field(
      int component,
      String attribute,
      List<String> formerNames,
      Codec<?> codec,
      Optional<?> absent) {}

  /**
   * A key attribute of the table or an index, with the components that fill its parts. It is
   * omitted if one of them is an empty Optional. A {@code source} is a key that components are read
   * back from.
   */
  public record KeyField(String attribute, Key key, int[] components, boolean source) {}

  private record Stored<R>(String attribute, KeyCodec<R> key, int[] components, boolean source) {
    /** Whether every component that this key would give is there. */
    boolean isKnown(Object[] values) {
      for (int component : components) {
        if (values[component] == null) return false;
      }
      return components.length > 0;
    }
  }

  private final RecordShape<R> shape;
  private final List<Stored<R>> keys;
  private final FieldCodec[] fields;

  private ItemCodec(RecordShape<R> shape, List<Stored<R>> keys, FieldCodec[] fields) {
    this.shape = shape;
    this.keys = keys;
    this.fields = fields;
  }

  /** Every component must be stored in a field or in a source key. */
  public static <R> ItemCodec<R> of(RecordShape<R> shape, List<KeyField> keys, List<Field> fields) {
    var codec = view(shape, keys, fields);
    codec.checkComplete();
    codec.checkCovered(true);
    return codec;
  }

  /**
   * For reading only: keys may have parts that no component takes, and the keys named are those of
   * the table or index that is read, so that every item has them.
   */
  public static <R> ItemCodec<R> view(
      RecordShape<R> shape, List<KeyField> keys, List<Field> fields) {
    var stored =
        keys.stream()
            .map(key -> {
              var codec = KeyCodec.of(shape, key.key, key.components);
              return new Stored<>(key.attribute, codec, codec.components(), key.source);
            })
            .toList();
    var made = fields.stream().map(field -> FieldCodec.of(shape, field)).toArray(FieldCodec[]::new);
    var codec = new ItemCodec<>(shape, stored, made);
    codec.checkNames();
    codec.checkCovered(false);
    return codec;
  }

  private void checkComplete() {
    for (var key : keys) {
      if (!key.key.complete()) {
        throw refused("key attribute '" + key.attribute + "' has parts without a component");
      }
    }
  }

  private void checkNames() {
    var names = new HashSet<String>();
    for (var key : keys) {
      if (!names.add(key.attribute)) throw twice(key.attribute);
    }
    for (var field : fields) {
      if (!names.add(field.attribute())) throw twice(field.attribute());
    }
    for (var field : fields) {
      for (var former : field.formerNames()) {
        if (names.contains(former)) {
          throw refused("'" + former + "' is a former name and the name of another attribute");
        }
      }
    }
  }

  /**
   * A component is read back from a field or a source key. A sparse key with several parts loses
   * all of them when one is absent, so it cannot be the source of a component that is always
   * present.
   */
  private void checkCovered(boolean sparseKeysMayBeMissing) {
    var covered = new boolean[shape.components().size()];
    for (var field : fields) covered[field.component()] = true;
    for (var key : keys) {
      boolean missing = sparseKeysMayBeMissing && key.key.sparse() && key.key.filled() > 1;
      if (!key.source || missing) continue;
      for (int component : key.components) covered[component] = true;
    }
    for (var component : shape.components()) {
      if (!covered[component.index()]) {
        throw refused(
            "component '"
                + component.name()
                + "' could not be read back; store it in an attribute, or in a key that is always"
                + " there");
      }
    }
  }

  private IllegalArgumentException twice(String attribute) {
    return refused("attribute '" + attribute + "' is declared twice");
  }

  private IllegalArgumentException refused(String what) {
    return new IllegalArgumentException(shape.type().getSimpleName() + ": " + what);
  }

  /** Returns whether reading returns every record exactly as it was written. */
  public boolean isExact() {
    return Arrays.stream(fields).allMatch(field -> field.codec().isExact());
  }

  public RecordShape<R> shape() {
    return shape;
  }

  /** Returns the attribute of a component; empty if it is only in keys. */
  public Optional<String> attribute(int component) {
    for (var field : fields) {
      if (field.component() == component) return Optional.of(field.attribute());
    }
    return Optional.empty();
  }

  /**
   * Returns the attribute value that an update sets for this component value; empty if the update
   * must remove the attribute.
   */
  public <V> Optional<V> write(int component, Object value, ValueFormat<V> values) {
    for (var field : fields) {
      if (field.component() == component) return field.write(value, values, shape.type());
    }
    throw refused("component '" + shape.components().get(component).name() + "' is only in keys");
  }

  /** Returns the key attribute with this name, of the table or an index. */
  public KeyCodec<R> key(String attribute) {
    for (var key : keys) {
      if (key.attribute.equals(attribute)) return key.key;
    }
    throw refused("no key attribute '" + attribute + "'");
  }

  public <V> Map<String, V> write(R whole, ValueFormat<V> values) {
    Map<String, V> item = HashMap.newHashMap(keys.size() + fields.length);
    for (int i = 0; i < keys.size(); i++) {
      var key = keys.get(i);
      var written = key.key.write(whole, values);
      if (written.isPresent()) item.put(key.attribute, written.get());
    }
    for (var field : fields) {
      var written = field.write(shape.value(whole, field.component()), values, shape.type());
      if (written.isPresent()) item.put(field.attribute(), written.get());
    }
    return item;
  }

  public <V> R read(Map<String, V> item, ValueFormat<V> values) {
    return read(item, values, new Object[shape.components().size()]);
  }

  /**
   * Reads an item of which some components are known, because it was asked for by its key. They are
   * not read again.
   *
   * @param components the known values; null for each that is to be read
   */
  public <V> R read(Map<String, V> item, ValueFormat<V> values, Object[] components) {
    for (int i = 0; i < keys.size(); i++) {
      var key = keys.get(i);
      if (key.source && !key.isKnown(components))
        readKey(key, item.get(key.attribute), values, components);
    }
    for (var field : fields) {
      try {
        components[field.component()] = field.read(item, values);
      } catch (CodecException e) {
        throw e.in(shape.type(), field.name());
      }
    }
    for (int i = 0; i < components.length; i++) {
      if (components[i] == null) components[i] = unfilled(shape.components().get(i));
    }
    return RecordCodec.make(shape, components);
  }

  private <V> void readKey(
      Stored<R> key, @Nullable V stored, ValueFormat<V> values, Object[] components) {
    if (stored == null) {
      if (key.key.sparse()) return;
      throw RecordCodec.missing(key.attribute).in(shape.type(), key.key.names());
    }
    try {
      key.key.read(stored, values, components);
    } catch (CodecException e) {
      throw e.in(shape.type(), key.key.names());
    }
  }

  private Object unfilled(RecordShape.Component component) {
    if (PartMapping.isOptional(component.type())) return Optional.empty();
    throw new CodecException("found no key to read it from").in(shape.type(), component.name());
  }
}

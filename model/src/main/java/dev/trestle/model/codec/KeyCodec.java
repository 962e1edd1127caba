package dev.trestle.model.codec;

import dev.trestle.item.Type;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.Part;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One key attribute, filled from the components of a record: of an entity, or of the parameters of
 * an access pattern. The record may fill only the first parts; then there is no whole key, but what
 * all such keys begin with.
 */
public final class KeyCodec<K> {
  /** In place of a component: the part is parsed and dropped, and the key cannot be written. */
  public static final int NO_COMPONENT = -1;

  private final RecordShape<K> shape;
  private final Key key;
  private final List<PartLink> links;
  private final KeyForm form;
  private final boolean complete;

  private KeyCodec(RecordShape<K> shape, Key key, List<PartLink> links) {
    this.shape = shape;
    this.key = key;
    this.links = links;
    this.form = KeyForm.of(key);
    this.complete =
        links.size() == key.parts().size() && links.stream().noneMatch(PartLink::dropped);
  }

  /** Refuses a component whose values cannot fill the part. */
  public static void expect(RecordShape<?> shape, int component, Part<?> part) {
    PartLink.of(shape, component, part);
  }

  /** Parts are filled by the components of their names, each of them. */
  public static <K> KeyCodec<K> of(RecordShape<K> shape, Key key) {
    var parts = key.parts();
    return of(
        shape,
        key,
        parts.stream().mapToInt(part -> shape.component(part.name()).index()).toArray());
  }

  /** The first parts are filled by the components of their names, up to one that has none. */
  public static <K> KeyCodec<K> leading(RecordShape<K> shape, Key key) {
    var names = shape.components().stream().map(RecordShape.Component::name).toList();
    var filled =
        key.parts().stream()
            .map(Part::name)
            .takeWhile(names::contains)
            .mapToInt(names::indexOf)
            .toArray();
    return of(shape, key, filled);
  }

  /** The first parts are filled by these components in this order. */
  public static <K> KeyCodec<K> of(RecordShape<K> shape, Key key, int[] components) {
    var parts = key.parts();
    if (components.length > parts.size()) {
      throw new IllegalArgumentException(
          components.length + " components for a key of " + parts.size() + " parts");
    }
    var links =
        IntStream.range(0, components.length)
            .mapToObj(i ->
                components[i] == NO_COMPONENT
                    ? PartLink.DROPPED
                    : PartLink.of(shape, components[i], parts.get(i)))
            .toList();
    return new KeyCodec<>(shape, key, links);
  }

  public Key key() {
    return key;
  }

  public Type type() {
    return key.type();
  }

  /** How many parts have a component. */
  public int filled() {
    return links.size();
  }

  /** Whether every part has a component, so that this can write a whole key. */
  public boolean complete() {
    return complete;
  }

  /** Whether a component may be absent, and with it the key. */
  public boolean sparse() {
    return links.stream().anyMatch(PartLink::optional);
  }

  /** The key attribute's value; none where one of the components is absent. */
  public <V> Optional<V> write(K whole, Values<V> values) {
    if (!complete) throw new IllegalStateException("a key without all its parts");
    var parts = parts(whole);
    return parts == null ? Optional.empty() : Optional.of(form.write(parts, values));
  }

  /** What all keys begin with whose first parts are these; none where that is nothing at all. */
  public <V> Optional<V> prefix(K whole, Values<V> values) {
    var parts = parts(whole);
    if (parts == null) throw new CodecException("an empty Optional in what keys begin with");
    return form.prefix(parts, values);
  }

  /** The values of the parts that have a component; none where one of them is absent. */
  public Optional<Object[]> values(K whole) {
    return Optional.ofNullable(parts(whole));
  }

  /** The parts' values, or null where one is absent: no Optional, since every write comes by. */
  private Object @Nullable [] parts(K whole) {
    var parts = new Object[links.size()];
    for (int i = 0; i < parts.length; i++) {
      var link = links.get(i);
      var value = shape.value(whole, link.component());
      if (link.optional()) {
        var present = (Optional<?>) value;
        if (present.isEmpty()) return null;
        value = present.get();
      }
      if (value == null) throw absent(link);
      parts[i] = link.toPart().apply(value);
    }
    return parts;
  }

  private CodecException absent(PartLink link) {
    return new CodecException("null in a key")
        .in(shape.type(), shape.components().get(link.component()).name());
  }

  /** Reads a key's parts back into the components that they are filled from. */
  public <V> void read(V stored, Values<V> values, Object[] components) {
    var parts = form.read(stored, values);
    for (int i = 0; i < parts.length; i++) {
      var link = links.get(i);
      if (link.dropped()) continue;
      var value = link.toComponent().apply(parts[i]);
      components[link.component()] = link.optional() ? Optional.of(value) : value;
    }
  }

  int[] components() {
    return links.stream()
        .mapToInt(PartLink::component)
        .filter(component -> component != NO_COMPONENT)
        .toArray();
  }

  String names() {
    return links.stream()
        .filter(link -> !link.dropped())
        .map(link -> shape.components().get(link.component()).name())
        .collect(Collectors.joining(", "));
  }
}

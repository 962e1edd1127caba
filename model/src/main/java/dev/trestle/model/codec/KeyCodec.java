package dev.trestle.model.codec;

import dev.trestle.item.Type;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.Part;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One key attribute, filled from the components of an entity's record or of a pattern's parameters.
 * If the record fills only the first parts, there is no complete key, only the prefix of all such
 * keys.
 */
public final class KeyCodec<K> {
  /** Used in place of a component if the part is read and ignored. Such a key cannot be written. */
  public static final int NO_COMPONENT = -1;

  private final RecordShape<K> shape;
  private final Key key;
  private final PartMapping[] links;
  private final KeyFormat form;
  private final boolean complete;

  private KeyCodec(RecordShape<K> shape, Key key, List<PartMapping> links) {
    this.shape = shape;
    this.key = key;
    this.links = links.toArray(PartMapping[]::new);
    this.form = KeyFormat.of(key);
    this.complete =
        links.size() == key.parts().size() && links.stream().noneMatch(PartMapping::dropped);
  }

  /** Rejects a component whose values cannot fill the part. */
  public static void expect(RecordShape<?> shape, int component, Part<?> part) {
    PartMapping.of(shape, component, part);
  }

  /** Fills every part from the component with the same name. */
  public static <K> KeyCodec<K> of(RecordShape<K> shape, Key key) {
    var parts = key.parts();
    return of(
        shape, key, parts.stream().mapToInt(part -> component(shape, part).index()).toArray());
  }

  /** The component that fills a part: the one of its name, or the one it is computed from. */
  public static Optional<RecordShape.Component> find(RecordShape<?> shape, Part<?> part) {
    return find(shape, part.name())
        .or(() -> part.source().flatMap(source -> find(shape, source.component())));
  }

  private static Optional<RecordShape.Component> find(RecordShape<?> shape, String name) {
    return shape.components().stream()
        .filter(component -> component.name().equals(name))
        .findFirst();
  }

  /** The component that fills a part; refused with the names there are if there is none. */
  public static RecordShape.Component component(RecordShape<?> shape, Part<?> part) {
    return find(shape, part).orElseGet(() -> shape.component(part.name()));
  }

  /**
   * Fills the first parts from components with the same names, up to the first part without one.
   */
  public static <K> KeyCodec<K> leading(RecordShape<K> shape, Key key) {
    var filled =
        key.parts().stream()
            .map(part -> find(shape, part))
            .takeWhile(Optional::isPresent)
            .mapToInt(found -> found.orElseThrow().index())
            .toArray();
    return of(shape, key, filled);
  }

  /** Fills the first parts from these components, in this order. */
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
                    ? PartMapping.DROPPED
                    : PartMapping.of(shape, components[i], parts.get(i)))
            .toList();
    return new KeyCodec<>(shape, key, links);
  }

  public Key key() {
    return key;
  }

  public Type type() {
    return key.type();
  }

  /** Returns how many parts have a component. */
  public int filled() {
    return links.length;
  }

  /** Returns whether every part has a component, so that complete keys can be written. */
  public boolean complete() {
    return complete;
  }

  /** Returns whether a component may be absent, and with it the key. */
  public boolean sparse() {
    return Arrays.stream(links).anyMatch(PartMapping::optional);
  }

  /** Returns the key attribute's value; empty if one of the components is absent. */
  public <V> Optional<V> write(K whole, ValueFormat<V> values) {
    if (!complete) throw new IllegalStateException("a key without all its parts");
    var parts = parts(whole);
    return parts == null ? Optional.empty() : Optional.of(form.write(parts, values));
  }

  /** Returns the common prefix of all keys with these first parts; empty if there is none. */
  public <V> Optional<V> prefix(K whole, ValueFormat<V> values) {
    var parts = parts(whole);
    if (parts == null) throw incomplete(whole);
    return form.prefix(parts, values);
  }

  /** Names the component whose absence leaves the key without a part. */
  public IllegalArgumentException incomplete(K whole) {
    for (var link : links) {
      if (!link.optional() || ((Optional<?>) shape.value(whole, link.component())).isPresent()) {
        continue;
      }
      return new IllegalArgumentException(
          "%s.%s is empty, but a part of the key comes from it. Give it a value."
              .formatted(
                  shape.type().getSimpleName(), shape.components().get(link.component()).name()));
    }
    throw new IllegalStateException("a key that has all its parts");
  }

  /** Returns the values of the parts that have a component; empty if one of them is absent. */
  public Optional<Object[]> values(K whole) {
    return Optional.ofNullable(parts(whole));
  }

  /**
   * Returns the parts' values, or null if one is absent. Not an Optional, because this runs for
   * every write.
   */
  private Object @Nullable [] parts(K whole) {
    var parts = new Object[links.length];
    for (int i = 0; i < parts.length; i++) {
      var link = links[i];
      var value = shape.value(whole, link.component());
      if (value == null) throw absent(link);
      if (link.optional()) {
        var present = (Optional<?>) value;
        if (present.isEmpty()) return null;
        value = present.get();
      }
      parts[i] = link.toPart().apply(value);
    }
    return parts;
  }

  private CodecException absent(PartMapping link) {
    return new CodecException("null; an absent value is an empty Optional")
        .in(shape.type(), shape.components().get(link.component()).name());
  }

  /** Reads a key's parts back into the components that fill them. */
  public <V> void read(V stored, ValueFormat<V> values, Object[] components) {
    var parts = form.read(stored, values);
    for (int i = 0; i < parts.length; i++) {
      var link = links[i];
      if (link.dropped() || link.derived()) continue;
      var value = link.toComponent().apply(parts[i]);
      components[link.component()] = link.optional() ? Optional.of(value) : value;
    }
  }

  int[] components() {
    return Arrays.stream(links)
        .filter(link -> !link.derived())
        .mapToInt(PartMapping::component)
        .filter(component -> component != NO_COMPONENT)
        .toArray();
  }

  String names() {
    return Arrays.stream(links)
        .filter(link -> !link.dropped() && !link.derived())
        .map(link -> shape.components().get(link.component()).name())
        .collect(Collectors.joining(", "));
  }
}

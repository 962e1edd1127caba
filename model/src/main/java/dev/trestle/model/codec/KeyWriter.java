package dev.trestle.model.codec;

import dev.trestle.model.key.Key;
import dev.trestle.model.key.Part;
import java.util.Optional;
import java.util.function.Function;

/**
 * One key attribute, filled from several sources: an update takes some parts of an index key from
 * its parameters and others from the values that it sets. If one record has all of them, use {@link
 * KeyCodec}.
 */
public final class KeyWriter {
  private final KeyFormat form;

  private KeyWriter(KeyFormat form) {
    this.form = form;
  }

  public static KeyWriter of(Key key) {
    return new KeyWriter(KeyFormat.of(key));
  }

  /**
   * Returns the conversion from the component's value to the part's; nothing for an empty Optional.
   */
  public static Function<Object, Optional<Object>> part(
      RecordShape<?> shape, int component, Part<?> part) {
    return values(shape, PartMapping.of(shape, component, part));
  }

  /** The same of a part that is computed from the component, whatever that is called. */
  public static Function<Object, Optional<Object>> derived(
      RecordShape<?> shape, int component, Part<?> part) {
    return values(shape, PartMapping.derived(shape, component, part));
  }

  private static Function<Object, Optional<Object>> values(RecordShape<?> shape, PartMapping link) {
    return value -> {
      if (value == null) {
        throw new CodecException("null; an absent value is an empty Optional")
            .in(shape.type(), shape.components().get(link.component()).name());
      }
      if (!link.optional()) return Optional.of(link.toPart().apply(value));
      return ((Optional<?>) value).map(present -> link.toPart().apply(present));
    };
  }

  /** Returns the attribute's value for the parts' values, in order. */
  public <V> V write(Object[] parts, ValueFormat<V> values) {
    return form.write(parts, values);
  }
}

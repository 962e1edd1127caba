package dev.trestle.model.codec;

import dev.trestle.model.key.Key;
import dev.trestle.model.key.Part;
import java.util.Optional;
import java.util.function.Function;

/**
 * One key attribute, filled with values from several places: an update knows some parts of an
 * index's key from its parameters and others from what it sets. Where one record has them all,
 * there is {@link KeyCodec}.
 */
public final class KeyWriter {
  private final KeyForm form;

  private KeyWriter(KeyForm form) {
    this.form = form;
  }

  public static KeyWriter of(Key key) {
    return new KeyWriter(KeyForm.of(key));
  }

  /** What makes a component's value one of the part; none of an empty Optional. */
  public static Function<Object, Optional<Object>> part(
      RecordShape<?> shape, int component, Part<?> part) {
    var link = PartLink.of(shape, component, part);
    return value -> {
      if (!link.optional()) return Optional.of(link.toPart().apply(value));
      return ((Optional<?>) value).map(present -> link.toPart().apply(present));
    };
  }

  /** The attribute's value, of the parts' values in their order. */
  public <V> V write(Object[] parts, Values<V> values) {
    return form.write(parts, values);
  }
}

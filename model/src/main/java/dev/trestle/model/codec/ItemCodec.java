package dev.trestle.model.codec;

import dev.trestle.model.key.Key;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A record as an item: its key attributes made from components by templates, its other components
 * as attributes of their own. What a key holds is read back from the key and not stored twice.
 */
public final class ItemCodec<R> {
  /** A component stored as an attribute; the default stands for an attribute that is not there. */
  public record Field(
      int component, String attribute, List<String> formerNames, Codec<?> codec, Optional<?> absent) {}

  /**
   * A key attribute of table or index, with the components that fill its parts. It is left out of the
   * item when one of them is an empty Optional. {@code source}: components are read back from it.
   */
  public record KeyField(String attribute, Key key, int[] components, boolean source) {}

  private ItemCodec() {}

  public static <R> ItemCodec<R> of(
      RecordShape<R> shape, List<KeyField> keys, List<Field> fields) {
    throw new UnsupportedOperationException();
  }

  public <V> Map<String, V> write(R whole, Values<V> values) {
    throw new UnsupportedOperationException();
  }

  public <V> R read(Map<String, V> item, Values<V> values) {
    throw new UnsupportedOperationException();
  }
}

package dev.trestle.engine.transfer;

import dev.trestle.item.Item;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Encodes items and manifests as lines of JSON, which the engine itself does not know. */
public interface ExportFormat {
  /** Returns a line with an item, without the line break. */
  byte[] write(Item item);

  /** Returns a line with a changed item, without the line break. */
  byte[] write(ExportedChange change);

  /**
   * Reads a line with an item.
   *
   * @throws IllegalArgumentException if it is not one
   * @throws dev.trestle.item.InvalidValueException if it has a value that DynamoDB refuses
   */
  Item read(byte[] line);

  /** Returns an object with these members: strings, integers and nulls, in their order. */
  byte[] writeObject(Map<String, @Nullable Object> members);
}

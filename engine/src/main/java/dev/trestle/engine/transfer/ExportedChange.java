package dev.trestle.engine.transfer;

import dev.trestle.item.Item;
import java.time.Instant;
import java.util.Optional;

/**
 * An item that changed between two times, as an incremental export writes it.
 *
 * @param written the time of its last change
 * @param oldImage the item before its first change; absent if it is new or not wanted
 * @param newImage the item after its last change; absent if it was deleted
 */
public record ExportedChange(
    Instant written, Item key, Optional<Item> oldImage, Optional<Item> newImage) {
  /** Returns the change with its new image only. */
  public ExportedChange withoutOldImage() {
    return new ExportedChange(written, key, Optional.empty(), newImage);
  }

  /** Returns the size that DynamoDB counts: the key and the images. */
  long size() {
    return (long) key.size()
        + oldImage.map(Item::size).orElse(0)
        + newImage.map(Item::size).orElse(0);
  }
}

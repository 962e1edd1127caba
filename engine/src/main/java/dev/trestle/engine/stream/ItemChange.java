package dev.trestle.engine.stream;

import dev.trestle.item.Item;
import java.util.Optional;

/** A change of one item, with the images that its stream's view type includes. */
public record ItemChange(
    Kind kind, boolean byService, Item key, Optional<Item> oldImage, Optional<Item> newImage) {
  public enum Kind {
    INSERT(1),
    MODIFY(2),
    REMOVE(3);

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }

    /** The byte for this kind in the log. It never changes. */
    byte code() {
      return code;
    }

    static Kind of(Optional<Item> before, Optional<Item> after) {
      if (before.isEmpty()) return INSERT;
      return after.isEmpty() ? REMOVE : MODIFY;
    }

    static Kind ofCode(byte code) {
      for (var kind : values()) if (kind.code == code) return kind;
      throw new IllegalStateException("unknown kind of change: " + code);
    }
  }

  /** Returns the size that DynamoDB counts: the key and the images. */
  public long size() {
    return (long) key.size()
        + oldImage.map(Item::size).orElse(0)
        + newImage.map(Item::size).orElse(0);
  }
}

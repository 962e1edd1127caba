package dev.trestle.engine.stream;

import dev.trestle.item.Item;
import java.util.Optional;

/** What happened to one item, as far as its stream's view shows it. */
public record Change(
    Kind kind, boolean byService, Item key, Optional<Item> oldImage, Optional<Item> newImage) {
  public enum Kind {
    INSERT(1),
    MODIFY(2),
    REMOVE(3);

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }

    /** The byte that stands for this kind in the log; never changes. */
    byte code() {
      return code;
    }

    static Kind of(Optional<Item> before, Optional<Item> after) {
      if (before.isEmpty()) return INSERT;
      return after.isEmpty() ? REMOVE : MODIFY;
    }

    static Kind ofCode(byte code) {
      for (var kind : values()) if (kind.code == code) return kind;
      throw new IllegalStateException("a change of unknown kind " + code);
    }
  }

  /** What DynamoDB counts: the key and the images that are shown. */
  public long size() {
    return (long) key.size()
        + oldImage.map(Item::size).orElse(0)
        + newImage.map(Item::size).orElse(0);
  }
}

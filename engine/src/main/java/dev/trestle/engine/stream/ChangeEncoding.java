package dev.trestle.engine.stream;

import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.StreamSettings.ViewType;
import dev.trestle.item.Item;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The encoding of a change in the log. The format is described in docs/formats/log.md.
 *
 * <pre>
 * version(1) kind(1) flags(1) then key, old image and new image, each length(4) item,
 * then the checksum(4) of the old and of the new image
 * </pre>
 *
 * The flags say which of these exist. The key is only stored if no image contains it, and a
 * checksum only if its image is not stored, so that a missing record can be noticed. An image may
 * be stored although the stream's view type does not include it: the view type is applied when a
 * record is read.
 */
final class ChangeEncoding {
  private static final byte VERSION = 1;
  private static final int HEADER = 3;

  private static final int BY_SERVICE = 1;
  private static final int KEY = 1 << 1;
  private static final int OLD_IMAGE = 1 << 2;
  private static final int NEW_IMAGE = 1 << 3;
  private static final int OLD_CHECKSUM = 1 << 4;
  private static final int NEW_CHECKSUM = 1 << 5;

  /** An item's key, and its states before and after a change. */
  record States(Item key, ImageState before, ImageState after) {}

  private ChangeEncoding() {}

  static byte[] encode(
      ViewType view,
      KeySchema keys,
      Optional<Item> before,
      Optional<Item> after,
      boolean byService) {
    var oldImage = showsOld(view) ? before : Optional.<Item>empty();
    var newImage = showsNew(view) ? after : Optional.<Item>empty();
    var oldSum = showsOld(view) ? Optional.<Integer>empty() : before.map(ImageState::checksum);
    var newSum = showsNew(view) ? Optional.<Integer>empty() : after.map(ImageState::checksum);
    var key =
        oldImage.isPresent() || newImage.isPresent()
            ? Optional.<Item>empty()
            : Optional.of(after.or(() -> before).orElseThrow().only(keys.names()));
    int flags =
        (byService ? BY_SERVICE : 0)
            | (key.isPresent() ? KEY : 0)
            | (oldImage.isPresent() ? OLD_IMAGE : 0)
            | (newImage.isPresent() ? NEW_IMAGE : 0)
            | (oldSum.isPresent() ? OLD_CHECKSUM : 0)
            | (newSum.isPresent() ? NEW_CHECKSUM : 0);
    int sums = (oldSum.isPresent() ? Integer.BYTES : 0) + (newSum.isPresent() ? Integer.BYTES : 0);
    var content =
        ByteBuffer.allocate(HEADER + length(key) + length(oldImage) + length(newImage) + sums)
            .put(VERSION)
            .put(ItemChange.Kind.of(before, after).code())
            .put((byte) flags);
    put(content, key);
    put(content, oldImage);
    put(content, newImage);
    oldSum.ifPresent(content::putInt);
    newSum.ifPresent(content::putInt);
    return content.array();
  }

  /** Decodes a change at this position in a stored record. */
  static ItemChange decode(byte[] bytes, int at, ViewType view, KeySchema keys) {
    var content = content(bytes, at);
    var kind = ItemChange.Kind.ofCode(content.get());
    int flags = content.get();
    var key = get(content, flags, KEY);
    var oldImage = get(content, flags, OLD_IMAGE);
    var newImage = get(content, flags, NEW_IMAGE);
    var keyItem = keyItem(keys, key, oldImage, newImage);
    return new ItemChange(
        kind,
        (flags & BY_SERVICE) != 0,
        keyItem,
        showsOld(view) ? oldImage : Optional.empty(),
        showsNew(view) ? newImage : Optional.empty());
  }

  /** Decodes what a change at this position says about the item before and after it. */
  static States decodeStates(byte[] bytes, int at, KeySchema keys) {
    var content = content(bytes, at);
    var kind = ItemChange.Kind.ofCode(content.get());
    int flags = content.get();
    var key = get(content, flags, KEY);
    var oldImage = get(content, flags, OLD_IMAGE);
    var newImage = get(content, flags, NEW_IMAGE);
    var before = state(content, oldImage, (flags & OLD_CHECKSUM) != 0);
    var after = state(content, newImage, (flags & NEW_CHECKSUM) != 0);
    return new States(
        keyItem(keys, key, oldImage, newImage),
        kind == ItemChange.Kind.INSERT ? ImageState.ABSENT : before,
        kind == ItemChange.Kind.REMOVE ? ImageState.ABSENT : after);
  }

  private static ImageState state(ByteBuffer content, Optional<Item> image, boolean hasChecksum) {
    if (image.isPresent()) return ImageState.of(image.get().bytes());
    return hasChecksum ? ImageState.ofChecksum(content.getInt()) : ImageState.UNKNOWN;
  }

  private static ByteBuffer content(byte[] bytes, int at) {
    var content = ByteBuffer.wrap(bytes, at, bytes.length - at);
    if (content.get() != VERSION) {
      throw new IllegalStateException("unknown version of a log record");
    }
    return content;
  }

  private static Item keyItem(
      KeySchema keys, Optional<Item> key, Optional<Item> oldImage, Optional<Item> newImage) {
    return key.orElseGet(() -> newImage.or(() -> oldImage).orElseThrow().only(keys.names()));
  }

  private static boolean showsOld(ViewType view) {
    return view == ViewType.OLD_IMAGE || view == ViewType.NEW_AND_OLD_IMAGES;
  }

  private static boolean showsNew(ViewType view) {
    return view == ViewType.NEW_IMAGE || view == ViewType.NEW_AND_OLD_IMAGES;
  }

  private static int length(Optional<Item> item) {
    return item.isPresent() ? Integer.BYTES + item.get().bytes().length : 0;
  }

  private static void put(ByteBuffer content, Optional<Item> item) {
    if (item.isEmpty()) return;
    content.putInt(item.get().bytes().length).put(item.get().bytes());
  }

  private static Optional<Item> get(ByteBuffer content, int flags, int flag) {
    if ((flags & flag) == 0) return Optional.empty();
    var bytes = new byte[content.getInt()];
    content.get(bytes);
    return Optional.of(Item.ofBytes(bytes));
  }
}

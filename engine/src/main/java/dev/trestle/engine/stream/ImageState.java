package dev.trestle.engine.stream;

import dev.trestle.item.Item;
import java.util.zip.CRC32C;

/**
 * What a log record says about an item before or after its change: that it was absent, or its
 * checksum. Records of versions that stored no checksum may only say that it was there.
 */
record ImageState(Kind kind, int checksum) {
  enum Kind {
    ABSENT,
    KNOWN,
    UNKNOWN
  }

  static final ImageState ABSENT = new ImageState(Kind.ABSENT, 0);
  static final ImageState UNKNOWN = new ImageState(Kind.UNKNOWN, 0);

  static ImageState of(byte[] item) {
    return new ImageState(Kind.KNOWN, checksum(item));
  }

  static ImageState ofChecksum(int checksum) {
    return new ImageState(Kind.KNOWN, checksum);
  }

  static int checksum(Item item) {
    return checksum(item.bytes());
  }

  private static int checksum(byte[] item) {
    var sum = new CRC32C();
    sum.update(item);
    return (int) sum.getValue();
  }

  /** Whether both can be the same image. */
  boolean fits(ImageState other) {
    if (kind == Kind.UNKNOWN) return other.kind != Kind.ABSENT;
    if (other.kind == Kind.UNKNOWN) return kind != Kind.ABSENT;
    return equals(other);
  }
}

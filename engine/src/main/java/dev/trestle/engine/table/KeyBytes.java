package dev.trestle.engine.table;

import dev.trestle.item.Value;
import java.util.Arrays;

/** Builds a stored key. */
final class KeyBytes {
  /** The length of the terminator of an escaped part. It sorts before every longer part. */
  static final int END_BYTES = 2;

  private byte[] bytes;
  private int length;

  KeyBytes(byte[] start) {
    bytes = start;
    length = start.length;
  }

  /** Appends the value's bytes. Only for the last part, or if the length is known. */
  KeyBytes raw(Value value) {
    ensure(value.contentLength());
    length = value.copyContent(bytes, length);
    return this;
  }

  /** Appends the length of the value's bytes in two bytes, then the bytes. */
  KeyBytes sized(Value value) {
    ensure(2);
    bytes[length++] = (byte) (value.contentLength() >>> 8);
    bytes[length++] = (byte) value.contentLength();
    return raw(value);
  }

  /**
   * Appends the value's bytes so that more may follow without changing the order: 00 becomes 00 FF,
   * and 00 01 ends the part.
   */
  KeyBytes escaped(Value value) {
    var content = value.content();
    ensure(2 * content.length + END_BYTES);
    for (byte b : content) {
      bytes[length++] = b;
      if (b == 0) bytes[length++] = (byte) 0xFF;
    }
    bytes[length++] = 0;
    bytes[length++] = 1;
    return this;
  }

  byte[] bytes() {
    return Arrays.copyOf(bytes, length);
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}

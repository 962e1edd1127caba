package dev.trestle.engine.table;

import dev.trestle.item.Value;
import java.util.Arrays;

/** A stored key that is being put together. */
final class KeyBytes {
  /** What ends an escaped part: it sorts before every continuation of it. */
  static final int END_BYTES = 2;

  private byte[] bytes;
  private int length;

  KeyBytes(byte[] start) {
    bytes = start;
    length = start.length;
  }

  /** The value's bytes as they are: only where nothing follows, or the length is known. */
  KeyBytes raw(Value value) {
    ensure(value.contentLength());
    length = value.copyContent(bytes, length);
    return this;
  }

  /** The value's bytes after their length in two bytes. */
  KeyBytes sized(Value value) {
    ensure(2);
    bytes[length++] = (byte) (value.contentLength() >>> 8);
    bytes[length++] = (byte) value.contentLength();
    return raw(value);
  }

  /** The value's bytes so that more may follow and the order stays: 00 is 00 FF, the end 00 01. */
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

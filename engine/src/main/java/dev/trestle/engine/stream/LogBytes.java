package dev.trestle.engine.stream;

import java.nio.ByteBuffer;

/** Reads and writes the integers in log records and iterators. */
final class LogBytes {
  private LogBytes() {}

  static byte[] ofLong(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }

  static byte[] ofLongs(long first, long second) {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(first).putLong(second).array();
  }

  static long longAt(byte[] bytes, int at) {
    return ByteBuffer.wrap(bytes).getLong(at);
  }
}

package dev.trestle.item;

import java.util.Arrays;

/** Reads and writes the integers inside encoded values. */
final class Bytes {
  private Bytes() {}

  static int int32(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 24
        | (bytes[at + 1] & 0xFF) << 16
        | (bytes[at + 2] & 0xFF) << 8
        | (bytes[at + 3] & 0xFF);
  }

  static void putInt32(byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >>> 24);
    bytes[at + 1] = (byte) (value >>> 16);
    bytes[at + 2] = (byte) (value >>> 8);
    bytes[at + 3] = (byte) value;
  }

  /**
   * Reads a variable-length integer: seven bits per byte, low bits first; the high bit is set if
   * another byte follows.
   */
  static int varint(byte[] bytes, int at) {
    int value = bytes[at];
    if (value >= 0) return value;
    value &= 0x7F;
    for (int shift = 7; ; shift += 7) {
      byte next = bytes[++at];
      value |= (next & 0x7F) << shift;
      if (next >= 0) return value;
    }
  }

  static int varintLength(int value) {
    return value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : 4;
  }

  static int putVarint(byte[] bytes, int at, int value) {
    while (value > 0x7F) {
      bytes[at++] = (byte) ((value & 0x7F) | 0x80);
      value >>>= 7;
    }
    bytes[at++] = (byte) value;
    return at;
  }

  static int compare(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
    return Arrays.compareUnsigned(a, aFrom, aTo, b, bFrom, bTo);
  }
}

package dev.trestle.bench.messenger;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

/** Finds small pieces of a frame without parsing it. */
final class FrameText {
  private static final byte[] TYPE = "\"type\":\"".getBytes(US_ASCII);

  private FrameText() {}

  /** Whether the frame is of this type. */
  static boolean is(byte[] type, byte[] bytes, int start, int end) {
    int at = after(TYPE, bytes, start, end);
    return at >= 0
        && at + type.length < end
        && startsWith(type, bytes, at)
        && bytes[at + type.length] == '"';
  }

  static byte[] bytes(String text) {
    return text.getBytes(US_ASCII);
  }

  static String text(byte[] bytes, int start, int end) {
    return new String(bytes, start, end - start, UTF_8);
  }

  /** The end of the first occurrence, or -1. */
  static int after(byte[] wanted, byte[] bytes, int start, int end) {
    for (int at = start; at <= end - wanted.length; at++) {
      if (bytes[at] == wanted[0] && startsWith(wanted, bytes, at)) return at + wanted.length;
    }
    return -1;
  }

  /** The number at {@code start}. */
  static long number(byte[] bytes, int start) {
    long number = 0;
    for (int at = start; bytes[at] >= '0' && bytes[at] <= '9'; at++) {
      number = number * 10 + bytes[at] - '0';
    }
    return number;
  }

  private static boolean startsWith(byte[] wanted, byte[] bytes, int at) {
    for (int i = 0; i < wanted.length; i++) if (bytes[at + i] != wanted[i]) return false;
    return true;
  }
}

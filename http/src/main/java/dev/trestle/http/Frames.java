package dev.trestle.http;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The form of a frame: what its first bytes say, and how what comes in is masked. */
final class Frames {
  static final int CONTINUATION = 0;
  static final int TEXT = 1;
  static final int BINARY = 2;
  static final int CLOSE = 8;
  static final int PING = 9;
  static final int PONG = 10;

  /** Set in the first byte of a message's last frame. */
  static final int FINAL = 0x80;

  /** Set in the second byte of a masked frame. */
  static final int MASKED = 0x80;

  static final int CONTROL_BYTES_MAX = 125;

  /** The longest head of a frame that is not masked. */
  static final int HEAD_BYTES_MAX = 10;

  static final int MASK_BYTES = 4;

  private static final int LENGTH_OF_2 = 126;
  private static final int LENGTH_OF_8 = 127;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private Frames() {}

  /** Writes the head of a whole message, not masked, and tells how long it is. */
  static int putHead(byte[] to, int at, int opcode, int length) {
    to[at] = (byte) (FINAL | opcode);
    if (length < LENGTH_OF_2) {
      to[at + 1] = (byte) length;
      return 2;
    }
    if (length < 1 << 16) {
      to[at + 1] = LENGTH_OF_2;
      to[at + 2] = (byte) (length >> 8);
      to[at + 3] = (byte) length;
      return 4;
    }
    to[at + 1] = LENGTH_OF_8;
    LONGS.set(to, at + 2, (long) length);
    return HEAD_BYTES_MAX;
  }

  /** How many bytes tell the length, beyond the second byte of a frame. */
  static int lengthBytes(int second) {
    return switch (second & 0x7f) {
      case LENGTH_OF_2 -> 2;
      case LENGTH_OF_8 -> 8;
      default -> 0;
    };
  }

  /**
   * The length in the head that starts here.
   *
   * @throws FaultyFrame if it could have been said in fewer bytes, or is no length
   */
  static long length(byte[] from, int at) throws FaultyFrame {
    int length = from[at + 1] & 0x7f;
    if (length < LENGTH_OF_2) return length;
    if (length == LENGTH_OF_2) {
      length = (from[at + 2] & 0xff) << 8 | (from[at + 3] & 0xff);
      if (length < LENGTH_OF_2) throw new FaultyFrame(CloseCode.PROTOCOL);
      return length;
    }
    long longer = (long) LONGS.get(from, at + 2);
    if (longer < 1 << 16) throw new FaultyFrame(CloseCode.PROTOCOL);
    return longer;
  }

  /** Takes the mask at {@code mask} off what lies from {@code start} to {@code end}. */
  static void unmask(byte[] bytes, int mask, int start, int end) {
    int key = (int) INTS.get(bytes, mask);
    if (key == 0) return;
    long twice = (long) key << 32 | (key & 0xffff_ffffL);
    int at = start;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      LONGS.set(bytes, at, (long) LONGS.get(bytes, at) ^ twice);
    }
    for (int shift = 24; at < end; at++, shift = (shift - 8) & 31) {
      bytes[at] ^= (byte) (key >> shift);
    }
  }
}

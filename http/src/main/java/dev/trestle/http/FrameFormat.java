package dev.trestle.http;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The format of WebSocket frames: their heads, and the mask of frames from clients. */
final class FrameFormat {
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

  /** The longest head of an unmasked frame. */
  static final int HEAD_BYTES_MAX = 10;

  static final int MASK_BYTES = 4;

  private static final int LENGTH_OF_2 = 126;
  private static final int LENGTH_OF_8 = 127;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private FrameFormat() {}

  /** Writes the unmasked head of a whole message and returns its length. */
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

  /** How many bytes of extended length follow the second byte of a frame. */
  static int lengthBytes(int second) {
    return switch (second & 0x7f) {
      case LENGTH_OF_2 -> 2;
      case LENGTH_OF_8 -> 8;
      default -> 0;
    };
  }

  /**
   * Returns the payload length from the head at {@code at}.
   *
   * @throws BadFrameException if it is negative or not in its shortest form
   */
  static long length(byte[] from, int at) throws BadFrameException {
    int length = from[at + 1] & 0x7f;
    if (length < LENGTH_OF_2) return length;
    if (length == LENGTH_OF_2) {
      length = (from[at + 2] & 0xff) << 8 | (from[at + 3] & 0xff);
      if (length < LENGTH_OF_2) throw new BadFrameException(CloseCode.PROTOCOL);
      return length;
    }
    long longer = (long) LONGS.get(from, at + 2);
    if (longer < 1 << 16) throw new BadFrameException(CloseCode.PROTOCOL);
    return longer;
  }

  /** Removes the mask at {@code mask} from the bytes between {@code start} and {@code end}. */
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

package dev.trestle.dynamodb.http;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Checks a body before it is parsed. Jackson accepts overlong forms and single surrogates, and
 * takes zero bytes or a byte order mark as a sign of another encoding; DynamoDB refuses them.
 */
final class StrictUtf8 {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long LOW_BITS = 0x0101010101010101L;

  private static final int PIECE_CHARACTERS = 4 * 1024;
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private StrictUtf8() {}

  /** Whether the bytes are valid UTF-8 without zero bytes and without a byte order mark. */
  static boolean isStrict(byte[] bytes, int start, int length) {
    int end = start + length;
    int at = start;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      long eight = (long) LONGS.get(bytes, at);
      // The second term has a high bit set for each zero byte.
      if (((eight | (eight - LOW_BITS)) & HIGH_BITS) != 0) break;
    }
    for (; at < end && bytes[at] > 0; at++) {}
    return at == end || isStrictSlowly(bytes, start, length);
  }

  private static boolean isStrictSlowly(byte[] bytes, int start, int length) {
    int markEnd = start + Math.min(length, MARK.length);
    if (Arrays.equals(bytes, start, markEnd, MARK, 0, MARK.length)) return false;
    for (int at = start; at < start + length; at++) {
      if (bytes[at] == 0) return false;
    }
    return isUtf8(ByteBuffer.wrap(bytes, start, length));
  }

  /** Decodes piece by piece: the text of a long body takes twice its memory. */
  private static boolean isUtf8(ByteBuffer bytes) {
    var decoder = StandardCharsets.UTF_8.newDecoder();
    var piece = CharBuffer.allocate(PIECE_CHARACTERS);
    while (true) {
      var result = decoder.decode(bytes, piece.clear(), true);
      if (!result.isOverflow()) return result.isUnderflow();
    }
  }
}

package dev.trestle.dynamodb.http;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Checks a body before it is parsed. Jackson accepts overlong forms and single surrogates, and
 * takes zero bytes or a byte order mark as a sign of another encoding; DynamoDB refuses them.
 */
final class StrictUtf8 {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long LOW_BITS = 0x0101010101010101L;

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
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, start, length));
      return text.charAt(0) != '\uFEFF' && text.toString().indexOf('\0') < 0;
    } catch (CharacterCodingException invalid) {
      return false;
    }
  }
}

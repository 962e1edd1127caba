package dev.trestle.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Text that must be UTF-8. */
final class Utf8 {
  private static final char REPLACEMENT = '\uFFFD';

  private Utf8() {}

  /**
   * Reads a text.
   *
   * @throws FaultyFrame if it is not UTF-8
   */
  static String decode(byte[] bytes, int start, int length) throws FaultyFrame {
    var text = new String(bytes, start, length, StandardCharsets.UTF_8);
    // The JDK's fast way puts this in for what is none; only then is it worth a closer look.
    if (text.indexOf(REPLACEMENT) < 0) return text;
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, start, length))
          .toString();
    } catch (CharacterCodingException _) {
      throw new FaultyFrame(CloseCode.NOT_UTF8);
    }
  }
}

package dev.trestle.platform.web;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a path at its slashes, then decodes the segments. A decoded segment is safe to use in a
 * file name or a key: anything unsafe is refused.
 */
final class PathText {
  private static final int SEGMENTS_MAX = 64;

  private PathText() {}

  /**
   * The segments as sent.
   *
   * @throws ApiError 400 if this is not a path
   */
  static List<String> segments(String path) {
    if (!path.startsWith("/")) throw malformed();
    var segments = new ArrayList<String>();
    int start = 1;
    for (int slash = path.indexOf('/', 1); slash >= 0; slash = path.indexOf('/', start)) {
      segments.add(path.substring(start, slash));
      if (segments.size() > SEGMENTS_MAX) throw malformed();
      start = slash + 1;
    }
    segments.add(path.substring(start));
    return segments;
  }

  /**
   * Decodes a segment.
   *
   * @throws ApiError 400 if it contains a slash or a control character, is a step up, or is not
   *     UTF-8
   */
  static String decoded(String segment) {
    return isPlain(segment) ? segment : decodedSlowly(segment);
  }

  /** Whether the segment needs no decoding and is safe; nearly all are. */
  private static boolean isPlain(String segment) {
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      boolean isUsual =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '_'
              || c == '-';
      if (!isUsual) return false;
    }
    return true;
  }

  private static String decodedSlowly(String segment) {
    var bytes = new ByteArrayOutputStream(segment.length());
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      if (c == '%') {
        if (i + 2 >= segment.length()) throw malformed();
        bytes.write(hex(segment.charAt(i + 1)) * 16 + hex(segment.charAt(i + 2)));
        i += 2;
      } else if (c > 0x7e) {
        throw malformed();
      } else {
        bytes.write(c);
      }
    }
    return checked(utf8(bytes.toByteArray()));
  }

  private static String checked(String text) {
    boolean isHostile =
        text.equals(".")
            || text.equals("..")
            || text.chars().anyMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c));
    if (isHostile) throw malformed();
    return text;
  }

  private static int hex(char c) {
    int digit = c < 128 ? Character.digit(c, 16) : -1;
    if (digit < 0) throw malformed();
    return digit;
  }

  private static String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw malformed();
    }
  }

  static ApiError malformed() {
    return ApiError.of(400, "VALIDATION_ERROR", "The address is not well formed.");
  }
}

package dev.trestle.platform.web;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The segments of a path. It is cut at its slashes first and decoded then, and what a decoded
 * segment may not hold is refused: whoever uses one in a file name or a key need not think of it.
 */
final class PathText {
  private static final int SEGMENTS_MAX = 64;

  private PathText() {}

  /**
   * The segments as they were sent.
   *
   * @throws ApiError 400 if it is no path
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
   * A segment decoded.
   *
   * @throws ApiError 400 if it holds a slash, a control character, is a step up or no UTF-8
   */
  static String decoded(String segment) {
    return isPlain(segment) ? segment : decodedSlowly(segment);
  }

  /** Whether it stands for itself and holds nothing that may not be in it; nearly all are so. */
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

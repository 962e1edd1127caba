package dev.trestle.dynamodb.http.signature;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Percent-encoding as signatures need it. Decoded text has one character for each byte, so that
 * bytes that are not UTF-8 survive.
 */
final class UriEncoding {
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  private UriEncoding() {}

  /** A string with one character for each byte of the text in UTF-8. */
  static String bytesOf(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  static String encode(String bytes) {
    var encoded = new StringBuilder(bytes.length() + 16);
    for (int i = 0; i < bytes.length(); i++) {
      char c = bytes.charAt(i);
      if (isUnreserved(c)) encoded.append(c);
      else encoded.append('%').append(HEX[(c >> 4) & 15]).append(HEX[c & 15]);
    }
    return encoded.toString();
  }

  /** A percent sign without two hexadecimal digits after it stands for itself. */
  static String decode(String text) {
    var raw = text.getBytes(StandardCharsets.UTF_8);
    var bytes = new ByteArrayOutputStream(raw.length);
    for (int i = 0; i < raw.length; i++) {
      int high = raw[i] == '%' && i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
      int low = high < 0 ? -1 : Character.digit(raw[i + 2], 16);
      if (low >= 0) {
        bytes.write((high << 4) | low);
        i += 2;
      } else {
        bytes.write(raw[i] == '+' ? ' ' : raw[i]);
      }
    }
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }

  private static boolean isUnreserved(char c) {
    return (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '.'
        || c == '_'
        || c == '~';
  }
}

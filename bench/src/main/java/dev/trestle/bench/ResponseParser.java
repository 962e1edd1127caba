package dev.trestle.bench;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Finds the end of a response in the bytes received so far, and parses little else. */
public final class ResponseParser {
  private static final int STATUS_AT = 9;

  private int headLength;
  private int bodyLength;

  /** Starts a new response. */
  public void begin() {
    headLength = 0;
    bodyLength = 0;
  }

  /** Whether the first {@code length} bytes contain the whole response. */
  public boolean isWhole(byte[] in, int length) {
    if (headLength == 0 && !findHead(in, length)) return false;
    return length >= headLength + bodyLength;
  }

  public int length() {
    return headLength + bodyLength;
  }

  public int bodyLength() {
    return bodyLength;
  }

  public int status(byte[] in) {
    return (in[STATUS_AT] - '0') * 100 + (in[STATUS_AT + 1] - '0') * 10 + in[STATUS_AT + 2] - '0';
  }

  public String text(byte[] in) {
    return new String(in, 0, length(), StandardCharsets.UTF_8);
  }

  public String body(byte[] in) {
    return new String(in, headLength, bodyLength, StandardCharsets.UTF_8);
  }

  private boolean findHead(byte[] bytes, int length) {
    for (int i = 3; i < length; i++) {
      if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n') {
        headLength = i + 1;
        bodyLength = contentLength(bytes, headLength);
        return true;
      }
    }
    return false;
  }

  private static int contentLength(byte[] bytes, int end) {
    for (int i = 0; i < end; i++) {
      if (bytes[i] != '\n' || (bytes[i + 1] | 32) != 'c' || (bytes[i + 9] | 32) != 'l') continue;
      var line = new String(bytes, i + 1, 15, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
      if (!line.equals("content-length:")) continue;
      int length = 0;
      for (int at = i + 16; bytes[at] != '\r'; at++) {
        if (bytes[at] != ' ') length = length * 10 + bytes[at] - '0';
      }
      return length;
    }
    throw new IllegalStateException("an answer without a length");
  }
}

package dev.trestle.http;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** A header. Its line is encoded once, so a header that many responses share is a constant. */
public final class Header {
  private final String name;
  private final String value;
  private final byte[] line;

  /**
   * Creates a header.
   *
   * @throws IllegalArgumentException if name or value has a line end or a zero byte: whoever chose
   *     the value could add further headers
   */
  public Header(String name, String value) {
    if (hasLineEnd(name) || hasLineEnd(value)) {
      throw new IllegalArgumentException("a header has a line end in it");
    }
    this.name = name;
    this.value = value;
    this.line = (name + ": " + value + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
  }

  private static boolean hasLineEnd(String text) {
    return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0 || text.indexOf('\0') >= 0;
  }

  public String name() {
    return name;
  }

  public String value() {
    return value;
  }

  /** The header as it is sent, with its line end. */
  byte[] line() {
    return line;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Header header && name.equals(header.name) && value.equals(header.value);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, value);
  }

  @Override
  public String toString() {
    return name + ": " + value;
  }
}

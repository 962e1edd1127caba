package dev.trestle.http;

/** A header. */
public record Field(String name, String value) {
  /** What would end the line would let whoever chose the value write further headers. */
  public Field {
    if (hasLineEnd(name) || hasLineEnd(value)) {
      throw new IllegalArgumentException("a header of several lines");
    }
  }

  private static boolean hasLineEnd(String text) {
    return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0 || text.indexOf('\0') >= 0;
  }
}

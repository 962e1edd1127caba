package dev.trestle.model.key;

/** A value that a part does not take, or a text that is none of a part's or template's. */
public final class RefusedValueException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private static final int SHOWN_MAX = 60;

  private final String part;

  RefusedValueException(String part, Object value, String rule) {
    super(part + ": " + shown(value) + " " + rule);
    this.part = part;
  }

  /** The name of the part, or the pattern of the template, that refused. */
  public String part() {
    return part;
  }

  /** The value in quotes, shortened, with what cannot be seen made visible. */
  static String shown(Object value) {
    var text = String.valueOf(value);
    var out = new StringBuilder("'");
    int i = 0;
    while (i < text.length() && i < SHOWN_MAX) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (Character.isISOControl(c) || (c >= 0xD800 && c <= 0xDFFF)) {
        out.append("\\u%04X".formatted(c));
      } else {
        out.appendCodePoint(c);
      }
    }
    if (i < text.length()) out.append("…");
    return out.append('\'').toString();
  }

  static String character(int codePoint) {
    return "%s (U+%04X)".formatted(shown(Character.toString(codePoint)), codePoint);
  }
}

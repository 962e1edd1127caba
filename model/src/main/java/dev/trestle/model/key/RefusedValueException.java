package dev.trestle.model.key;

/**
 * Thrown when a part does not accept a value, or when a text does not match a part or template. The
 * message names the part and its rule but never the value, because keys contain personal data and
 * messages end up in logs.
 */
public final class RefusedValueException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private static final int SHOWN_MAX = 60;

  private final String part;

  RefusedValueException(String part, String rule) {
    super("<%s>: the value %s".formatted(part, rule));
    this.part = part;
  }

  private RefusedValueException(String pattern, RefusedValueException refused) {
    super(pattern + ": " + refused.getMessage());
    this.part = refused.part;
  }

  /** The same, with the id of the pattern that was run. */
  public RefusedValueException in(String pattern) {
    var named = new RefusedValueException(pattern, this);
    named.setStackTrace(getStackTrace());
    return named;
  }

  /** The name of the part, or the pattern of the template, that refused the value. */
  public String part() {
    return part;
  }

  /** Returns a declared text in quotes, shortened, with invisible characters made visible. */
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

package dev.trestle.model.key;

/**
 * Any text, with each ASCII character that is not plain written as {@code ~} and two hexadecimal
 * digits: {@code a/b} becomes {@code a~2fb}. Non-ASCII characters are not escaped. So the result
 * contains no separator and no character below {@code +}, and each text has exactly one form.
 */
final class EscapedForm extends TextForm<String> {
  /** The maximum number of bytes for one byte of a value. */
  static final int BYTES_FOR_ONE = 3;

  static final char ESCAPE = '~';
  static final String HEX = "0123456789abcdef";

  /** The characters that are not escaped. */
  static final Alphabet PLAIN =
      Alphabet.of("A-Za-z0-9._@+\\-").with(Alphabet.UNICODE.without(Alphabet.between(0, 0x7F)));

  static final Alphabet WRITTEN = PLAIN.with(Alphabet.only(ESCAPE));

  private final int maxBytes;

  EscapedForm(int maxBytes) {
    if (maxBytes < 1) throw new IllegalArgumentException("a width of " + maxBytes + " bytes");
    this.maxBytes = maxBytes;
  }

  @Override
  Language shape() {
    return new Language.Escaped(maxBytes);
  }

  @Override
  Class<String> type() {
    return String.class;
  }

  @Override
  PartForm data() {
    return new PartForm.Escaped(maxBytes);
  }

  @Override
  boolean ordered() {
    return false;
  }

  @Override
  void append(StringBuilder out, String value, String part) {
    int plain = 0;
    while (plain < value.length() && value.charAt(plain) < 0x80 && PLAIN.has(value.charAt(plain))) {
      plain++;
    }
    out.append(value, 0, plain);
    int bytes = plain;
    for (int i = plain; i < value.length(); ) {
      int c = value.codePointAt(i);
      if (PLAIN.has(c)) {
        out.appendCodePoint(c);
      } else if (c < 0x80) {
        out.append(ESCAPE).append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
      } else {
        throw new RefusedValueException(part, "has a character that keys cannot hold");
      }
      bytes += Utf8Order.bytes(c);
      i += Character.charCount(c);
    }
    if (bytes == 0 || bytes > maxBytes) {
      throw new RefusedValueException(part, widthRule(bytes));
    }
  }

  @Override
  String parse(String text, int from, int to, String part) {
    int plain = from;
    while (plain < to && text.charAt(plain) < 0x80 && PLAIN.has(text.charAt(plain))) plain++;
    int bytes = plain - from;
    if (plain == to && bytes > 0 && bytes <= maxBytes) return text.substring(from, to);
    var value = new StringBuilder(to - from).append(text, from, plain);
    for (int i = plain; i < to; ) {
      int c = text.codePointAt(i);
      int next = i + Character.charCount(c);
      if (c == ESCAPE && i + 2 < to) {
        c = HEX.indexOf(text.charAt(i + 1)) << 4 | HEX.indexOf(text.charAt(i + 2));
        next = i + 3;
        if (c < 0 || c > 0x7F || PLAIN.has(c)) {
          throw refused(part, "has a ~ that stands before no escaped character");
        }
      } else if (!PLAIN.has(c) || next > to) {
        throw refused(part, "has a character that should be escaped");
      }
      value.appendCodePoint(c);
      bytes += Utf8Order.bytes(c);
      i = next;
    }
    if (bytes == 0 || bytes > maxBytes) {
      throw refused(part, widthRule(bytes));
    }
    return value.toString();
  }

  private String widthRule(int bytes) {
    return bytes == 0
        ? "is empty: at least one character"
        : "has %d bytes, at most %d".formatted(bytes, maxBytes);
  }

  @Override
  int end(String text, int from) {
    int i = from;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      if (!WRITTEN.has(c)) break;
      i += Character.charCount(c);
    }
    return i;
  }
}

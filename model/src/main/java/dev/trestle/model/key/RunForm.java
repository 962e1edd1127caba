package dev.trestle.model.key;

/** Text as it is, of an alphabet and up to a width. */
final class RunForm extends Form<String> {
  private final Alphabet alphabet;

  /** The characters that are not too wide by themselves: those that occur. */
  private final Alphabet fitting;

  private final int maxBytes;
  private final boolean single;

  RunForm(Alphabet alphabet, int maxBytes) {
    if (maxBytes < Utf8.bytes(alphabet.first())) {
      throw new IllegalArgumentException("a width of " + maxBytes + " bytes");
    }
    this.alphabet = alphabet;
    fitting = Utf8.fitting(alphabet, maxBytes);
    this.maxBytes = maxBytes;
    single = shape().prefixFree();
  }

  @Override
  Shape shape() {
    return new Shape.Run(fitting, maxBytes);
  }

  @Override
  Class<String> type() {
    return String.class;
  }

  @Override
  PartForm data() {
    return new PartForm.Text(alphabet, maxBytes);
  }

  @Override
  boolean ordered() {
    return true;
  }

  @Override
  void append(StringBuilder out, String value, String part) {
    check(value, 0, value.length(), part);
    out.append(value);
  }

  @Override
  String parse(String text, int from, int to, String part) {
    check(text, from, to, part);
    return text.substring(from, to);
  }

  private void check(String text, int from, int to, String part) {
    int bytes = 0;
    for (int i = from; i < to; i++) {
      int c = text.charAt(i);
      if (c >= 0x80) c = at(text, i, to);
      if (!alphabet.has(c)) throw stranger(text, from, to, c, part);
      bytes += Utf8.bytes(c);
      if (c >= 0x10000) i++;
    }
    if (bytes == 0) throw refused(part, text, from, to, "is empty: at least one character");
    if (bytes > maxBytes) {
      throw refused(part, text, from, to, "has %d bytes, at most %d".formatted(bytes, maxBytes));
    }
  }

  private RefusedValueException stranger(String text, int from, int to, int c, String part) {
    return refused(
        part,
        text,
        from,
        to,
        "has %s, which is not one of %s".formatted(RefusedValueException.character(c), alphabet));
  }

  /** A pair cut in two by {@code to} counts as a lone half. */
  private static int at(String text, int i, int to) {
    char c = text.charAt(i);
    if (!Character.isHighSurrogate(c) || i + 1 >= to) return c;
    return text.codePointAt(i);
  }

  @Override
  int end(String text, int from) {
    int i = from;
    while (i < text.length()) {
      int c = at(text, i, text.length());
      if (!fitting.has(c)) break;
      i += c < 0x10000 ? 1 : 2;
      if (single) break;
    }
    return i;
  }
}

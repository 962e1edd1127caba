package dev.trestle.model.key;

/** Text as it is, of an alphabet and up to a width. */
final class RunForm extends Form<String> {
  private final Alphabet alphabet;
  private final int maxBytes;
  private final boolean single;

  RunForm(Alphabet alphabet, int maxBytes) {
    if (maxBytes < Utf8.bytes(alphabet.first())) {
      throw new IllegalArgumentException("a width of " + maxBytes + " bytes");
    }
    this.alphabet = alphabet;
    this.maxBytes = maxBytes;
    single = shape().prefixFree();
  }

  @Override
  Shape shape() {
    return new Shape.Run(alphabet, maxBytes);
  }

  @Override
  Class<String> type() {
    return String.class;
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
    for (int i = from; i < to; ) {
      int c = at(text, i, to);
      if (!alphabet.has(c)) {
        throw refused(
            part,
            text,
            from,
            to,
            "has %s, which is not one of %s"
                .formatted(RefusedValueException.character(c), alphabet));
      }
      bytes += Utf8.bytes(c);
      i += c < 0x10000 ? 1 : 2;
    }
    if (bytes == 0) throw refused(part, text, from, to, "is empty: at least one character");
    if (bytes > maxBytes) {
      throw refused(part, text, from, to, "has %d bytes, at most %d".formatted(bytes, maxBytes));
    }
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
      if (!alphabet.has(c)) break;
      i += c < 0x10000 ? 1 : 2;
      if (single) break;
    }
    return i;
  }
}

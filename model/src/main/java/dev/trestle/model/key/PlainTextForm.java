package dev.trestle.model.key;

/** Text with an alphabet and a maximum width, written as it is. */
final class PlainTextForm extends TextForm<String> {
  private final Alphabet alphabet;

  /** The characters that are not too wide on their own and so can occur. */
  private final Alphabet fitting;

  private final int maxBytes;
  private final boolean single;

  PlainTextForm(Alphabet alphabet, int maxBytes) {
    if (maxBytes < Utf8Order.bytes(alphabet.first())) {
      throw new IllegalArgumentException("a width of " + maxBytes + " bytes");
    }
    this.alphabet = alphabet;
    fitting = Utf8Order.fitting(alphabet, maxBytes);
    this.maxBytes = maxBytes;
    single = shape().prefixFree();
  }

  @Override
  Language shape() {
    return new Language.Run(fitting, maxBytes);
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
  String text(String value, String part) {
    check(value, 0, value.length(), part);
    return value;
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
      if (!alphabet.has(c)) throw refused(part, "has a character that is not one of " + alphabet);
      bytes += Utf8Order.bytes(c);
      if (c >= 0x10000) i++;
    }
    if (bytes == 0) throw refused(part, "is empty: at least one character");
    if (bytes > maxBytes) {
      throw refused(part, "has %d bytes, at most %d".formatted(bytes, maxBytes));
    }
  }

  /** A surrogate pair that is cut in two by {@code to} counts as unpaired. */
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

package dev.trestle.model.codec;

/** Refuses half pairs: UTF-8 has no form for them, and two such texts would become the same. */
final class Surrogates {
  private Surrogates() {}

  static String paired(String text) {
    Scalar.present(text);
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit < Character.MIN_SURROGATE || unit > Character.MAX_SURROGATE) continue;
      if (Character.isLowSurrogate(unit)
          || i + 1 == text.length()
          || !Character.isLowSurrogate(text.charAt(++i))) {
        throw new CodecException("a text with half a surrogate pair, which UTF-8 cannot hold");
      }
    }
    return text;
  }
}

package dev.trestle.model.codec;

/** Rejects unpaired surrogates. UTF-8 cannot encode them, so different texts would become equal. */
final class SurrogatePairs {
  private SurrogatePairs() {}

  static String paired(String text) {
    ScalarCodec.present(text);
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit < Character.MIN_SURROGATE || unit > Character.MAX_SURROGATE) continue;
      if (Character.isLowSurrogate(unit)
          || i + 1 == text.length()
          || !Character.isLowSurrogate(text.charAt(++i))) {
        throw new CodecException("a text with an unpaired surrogate, which UTF-8 cannot encode");
      }
    }
    return text;
  }
}

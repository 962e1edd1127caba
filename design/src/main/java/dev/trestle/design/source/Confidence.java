package dev.trestle.design.source;

/** How sure a guess is, by the number of items that agree with it. */
enum Confidence {
  SURE("sure"),
  LIKELY("likely"),
  GUESSED("a guess");

  private static final int SURE_MIN = 20;
  private static final int LIKELY_MIN = 3;

  private final String word;

  Confidence(String word) {
    this.word = word;
  }

  static Confidence of(int items) {
    if (items >= SURE_MIN) return SURE;
    return items >= LIKELY_MIN ? LIKELY : GUESSED;
  }

  String word() {
    return word;
  }
}

package dev.trestle.model.key;

/** Lengths and order of texts as DynamoDB sees them: as UTF-8. */
final class Utf8Order {
  private Utf8Order() {}

  static int bytes(int codePoint) {
    if (codePoint < 0x80) return 1;
    if (codePoint < 0x800) return 2;
    return codePoint < 0x10000 ? 3 : 4;
  }

  static int bytes(String text) {
    int sum = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      sum += bytes(c);
      i += Character.charCount(c);
    }
    return sum;
  }

  /** The characters of at most so many bytes. */
  static Alphabet fitting(Alphabet alphabet, int bytes) {
    return switch (bytes) {
      case 1 -> alphabet.without(Alphabet.between(0x80, Alphabet.ABOVE_ALL));
      case 2 -> alphabet.without(Alphabet.between(0x800, Alphabet.ABOVE_ALL));
      case 3 -> alphabet.without(Alphabet.between(0x10000, Alphabet.ABOVE_ALL));
      default -> alphabet;
    };
  }

  /**
   * The order of the texts' UTF-8 bytes, which is that of their code points. It differs from {@link
   * String#compareTo} where characters above U+FFFF, surrogates there, meet those from U+E000 on.
   */
  static int compare(String a, String b) {
    int end = Math.min(a.length(), b.length());
    for (int i = 0; i < end; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x == y) continue;
      boolean same = Character.isSurrogate(x) == Character.isSurrogate(y);
      return same ? Character.compare(x, y) : Character.isSurrogate(x) ? 1 : -1;
    }
    return Integer.compare(a.length(), b.length());
  }
}

package dev.trestle.homeops.understanding.embedded;

/**
 * One word, number, emoji or punctuation mark.
 *
 * @param raw as it was written
 * @param word in small letters, repeated letters reduced
 * @param folded the word without its dots and accents, as people type it on foreign keyboards
 */
record MessageToken(String raw, String word, String folded) {
  boolean isCapitalised() {
    return !raw.isEmpty() && Character.isUpperCase(raw.codePointAt(0));
  }

  boolean isWord() {
    return !word.isEmpty() && Character.isLetterOrDigit(word.codePointAt(0));
  }

  /** Returns whether it has no dots or accents, so that they may have been omitted. */
  boolean isPlain() {
    return word.equals(folded);
  }

  boolean is(String text) {
    return word.equals(text);
  }

  /** Ends a sentence. */
  boolean endsSentence() {
    return switch (word) {
      case ".", "!", "?", ";", "…", "\n" -> true;
      default -> false;
    };
  }

  /** Separates clauses of a sentence. */
  boolean endsClause() {
    return switch (word) {
      case ",", "-", "–", "(", ")", "men", "but", "fast", "though" -> true;
      default -> endsSentence();
    };
  }
}

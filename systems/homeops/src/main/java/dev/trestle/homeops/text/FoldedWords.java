package dev.trestle.homeops.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reduces words to what people agree on. */
public final class FoldedWords {
  private FoldedWords() {}

  /** The words of a text in small letters and without accents; times of day stay whole. */
  public static List<String> of(String text) {
    var words = new ArrayList<String>();
    for (var part : fold(text.toLowerCase(Locale.ROOT)).split("[^\\p{L}\\p{N}:.]+", -1)) {
      var word = strip(part);
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return words;
  }

  private static String strip(String part) {
    int start = 0;
    int end = part.length();
    while (start < end && !Character.isLetterOrDigit(part.charAt(start))) {
      start++;
    }
    while (end > start && !Character.isLetterOrDigit(part.charAt(end - 1))) {
      end--;
    }
    return part.substring(start, end);
  }

  /** Replaces letters with dots, rings and accents. */
  public static String fold(String word) {
    var result = new StringBuilder(word.length());
    for (int i = 0; i < word.length(); i++) {
      result.append(
          switch (word.charAt(i)) {
            case 'å', 'ä', 'á', 'à', 'æ' -> 'a';
            case 'ö', 'ø', 'ó' -> 'o';
            case 'é', 'è' -> 'e';
            case 'ü' -> 'u';
            default -> word.charAt(i);
          });
    }
    return result.toString();
  }

  /** The form in which an alias is stored and looked up: lower case, with single spaces. */
  public static String normaliseAlias(String alias) {
    return String.join(" ", alias.toLowerCase(Locale.ROOT).strip().split("\\s+"));
  }
}

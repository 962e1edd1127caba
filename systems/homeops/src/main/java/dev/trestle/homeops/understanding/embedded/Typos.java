package dev.trestle.homeops.understanding.embedded;

import dev.trestle.homeops.text.FoldedWords;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the known word that an unknown one is one typing mistake away from: a letter missing,
 * added, wrong, or two swapped. Each known word is indexed under every form with one letter
 * removed, so that a lookup needs no search.
 */
final class Typos {
  /** Shorter words have too many neighbours. */
  static final int LENGTH_MIN = 7;

  private static final int LENGTH_MAX = 24;

  private final Set<String> words = new HashSet<>();
  private final Map<String, String> shortened = new HashMap<>();

  void add(String known) {
    var word = FoldedWords.fold(known);
    if (word.length() < LENGTH_MIN || word.length() > LENGTH_MAX || !words.add(word)) {
      return;
    }
    for (int i = 1; i < word.length(); i++) {
      shortened.putIfAbsent(without(word, i), word);
    }
  }

  /** Returns the known word that was meant. Typos in the first letter are not corrected. */
  Optional<String> correct(String typed) {
    boolean genitive =
        typed.endsWith("s") && words.contains(typed.substring(0, typed.length() - 1));
    if (typed.length() < LENGTH_MIN
        || typed.length() > LENGTH_MAX
        || genitive
        || words.contains(typed)) {
      return Optional.empty();
    }
    var missing = shortened.get(typed);
    if (missing != null) {
      return Optional.of(missing);
    }
    for (int i = 1; i < typed.length(); i++) {
      var rest = without(typed, i);
      if (words.contains(rest)) {
        return Optional.of(rest);
      }
      var wrong = shortened.get(rest);
      if (wrong != null && isOneSlip(typed, wrong)) {
        return Optional.of(wrong);
      }
    }
    return Optional.empty();
  }

  /** One letter replaced, or two neighbours exchanged. */
  private static boolean isOneSlip(String typed, String word) {
    if (typed.length() != word.length()) {
      return false;
    }
    int first = 0;
    while (first < typed.length() && typed.charAt(first) == word.charAt(first)) {
      first++;
    }
    int last = typed.length() - 1;
    while (last > first && typed.charAt(last) == word.charAt(last)) {
      last--;
    }
    return first >= last
        || (last == first + 1
            && typed.charAt(first) == word.charAt(last)
            && typed.charAt(last) == word.charAt(first));
  }

  private static String without(String word, int at) {
    return word.substring(0, at) + word.substring(at + 1);
  }
}

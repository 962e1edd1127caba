package dev.trestle.homeops.understanding.embedded;

import dev.trestle.homeops.text.FoldedWords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Values of words and of short phrases, found with and without dots and accents. */
final class Dictionary<T> {
  /** The maximum number of words in a phrase. */
  private static final int PHRASE_WORDS_MAX = 4;

  private static final int STEM_LENGTH_MIN = 4;

  /** The shortest parts of a compound that is not listed. */
  private static final int FIRST_PART_MIN = 3;

  private static final int LAST_PART_MIN = 6;

  /**
   * A word or phrase of the dictionary in a message.
   *
   * @param end the token after it
   */
  record Hit<T>(T value, int start, int end) {}

  private final Map<String, List<T>> exact = new HashMap<>();
  private final Map<String, List<T>> folded = new HashMap<>();
  private final Set<String> starts = new HashSet<>();
  private final Map<String, List<T>> endings = new HashMap<>();
  private final List<String> inflections;

  Dictionary() {
    this(List.of());
  }

  /**
   * A dictionary of words that are inflected.
   *
   * @param inflections endings that a word may have beyond those that are listed
   */
  Dictionary(List<String> inflections) {
    this.inflections = inflections;
  }

  /** Adds a word, a phrase with underscores, or the end of a compound, which begins with "~". */
  void add(String entry, T value) {
    if (entry.startsWith("~")) {
      endings
          .computeIfAbsent(FoldedWords.fold(entry.substring(1)), _ -> new ArrayList<>())
          .add(value);
      return;
    }
    put(exact, entry, value);
    put(folded, FoldedWords.fold(entry), value);
    int underscore = entry.indexOf('_');
    if (underscore > 0) {
      starts.add(entry.substring(0, underscore));
      starts.add(FoldedWords.fold(entry.substring(0, underscore)));
    }
  }

  private void put(Map<String, List<T>> map, String entry, T value) {
    var values = map.computeIfAbsent(entry, _ -> new ArrayList<>());
    if (!values.contains(value)) {
      values.add(value);
    }
  }

  /** Returns the entry that begins at a token. The longest phrase hides shorter ones. */
  List<Hit<T>> at(List<MessageToken> tokens, int at) {
    var token = tokens.get(at);
    if (starts.contains(token.word()) || starts.contains(token.folded())) {
      for (int length = Math.min(PHRASE_WORDS_MAX, tokens.size() - at); length > 1; length--) {
        var values = phrase(tokens, at, length);
        if (!values.isEmpty()) {
          return hits(values, at, at + length);
        }
      }
    }
    return hits(of(token), at, at + 1);
  }

  /** The values of one word. */
  List<T> of(MessageToken token) {
    var values = exact.get(token.word());
    if (values == null && token.isPlain()) {
      values = folded.get(token.word());
    }
    if (values == null) {
      values = ofStem(token.folded());
    }
    return values != null ? values : ofCompound(token.folded());
  }

  private @Nullable List<T> ofStem(String word) {
    for (var inflection : inflections) {
      if (word.endsWith(inflection) && word.length() - inflection.length() >= STEM_LENGTH_MIN) {
        var values = folded.get(word.substring(0, word.length() - inflection.length()));
        if (values != null) {
          return values;
        }
      }
    }
    return null;
  }

  /** The values of a word that is written exactly so. */
  List<T> exactlyOf(MessageToken token) {
    return exact.getOrDefault(token.word(), List.of());
  }

  private List<T> ofCompound(String word) {
    if (endings.isEmpty()) {
      return List.of();
    }
    for (int start = 2; start + 2 < word.length(); start++) {
      var values = endings.get(word.substring(start));
      if (values != null) {
        return values;
      }
    }
    // A Swedish compound is a kind of its last part: "festtallrikar" are "tallrikar".
    for (int start = FIRST_PART_MIN; start + LAST_PART_MIN <= word.length(); start++) {
      var values = folded.get(word.substring(start));
      if (values != null) {
        return values;
      }
    }
    return List.of();
  }

  private List<T> phrase(List<MessageToken> tokens, int at, int length) {
    var word = new StringBuilder(tokens.get(at).word());
    var plain = new StringBuilder(tokens.get(at).folded());
    for (int i = at + 1; i < at + length; i++) {
      word.append('_').append(tokens.get(i).word());
      plain.append('_').append(tokens.get(i).folded());
    }
    var values = exact.get(word.toString());
    return values != null ? values : folded.getOrDefault(plain.toString(), List.of());
  }

  /** All single words. */
  Stream<String> words() {
    return exact.keySet().stream().filter(word -> word.indexOf('_') < 0);
  }

  private static <T> List<Hit<T>> hits(List<T> values, int start, int end) {
    return values.stream().map(value -> new Hit<>(value, start, end)).toList();
  }
}

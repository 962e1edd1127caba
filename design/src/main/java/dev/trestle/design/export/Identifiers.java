package dev.trestle.design.export;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Identifiers for other languages. The same name always becomes the same identifier, and different
 * names become different ones.
 */
final class Identifiers {
  private final Map<String, String> known = new HashMap<>();
  private final Set<String> used = new HashSet<>();

  /** Converts {@code lab.samples} to {@code LabSamples}. */
  String pascal(String name) {
    return unique(
        name,
        words(name).stream()
            .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
            .collect(Collectors.joining()));
  }

  /** Converts {@code lab.samples} to {@code lab_samples}. */
  String snake(String name) {
    var snake = String.join("_", words(name)).toLowerCase(Locale.ROOT);
    return unique(name, Character.isDigit(snake.charAt(0)) ? "_" + snake : snake);
  }

  private String unique(String name, String wanted) {
    return known.computeIfAbsent(
        name,
        ignored -> {
          var free = wanted;
          for (int i = 2; !used.add(free); i++) free = wanted + i;
          return free;
        });
  }

  private static List<String> words(String name) {
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    for (int i = 0; i <= name.length(); i++) {
      char c = i < name.length() ? name.charAt(i) : ' ';
      boolean plain = c < 128 && Character.isLetterOrDigit(c);
      if (plain) word.append(c);
      else if (!word.isEmpty()) {
        words.add(word.toString());
        word.setLength(0);
      }
    }
    return words.isEmpty() ? List.of("x") : words;
  }
}

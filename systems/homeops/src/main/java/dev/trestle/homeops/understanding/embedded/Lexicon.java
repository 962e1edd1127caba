package dev.trestle.homeops.understanding.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The words that the embedded understanding knows, read from the text files beside this class. */
final class Lexicon {
  /** Only for nouns, because their endings carry no tense. */
  private static final List<String> NOUN_ENDINGS =
      List.of(
          "erna", "arna", "orna", "ens", "ets", "ena", "en", "et", "na", "er", "ar", "or", "n", "t",
          "s", "es");

  private final Verbs verbs = new Verbs(lines("verbs.txt"));
  private final Rules rules = new Rules(lines("rules.txt"));
  private final Dictionary<String> nouns = new Dictionary<>(NOUN_ENDINGS);
  private final Dictionary<WordClass> words = new Dictionary<>();
  private final Typos typos = new Typos();

  Lexicon() {
    for (var line : lines("nouns.txt")) {
      fill(line, nouns, name -> name);
    }
    verbs.forms().sorted().forEach(typos::add);
    nouns.words().sorted().forEach(typos::add);
    for (var line : lines("words.txt")) {
      fill(line, words, name -> WordClass.valueOf(name.toUpperCase(Locale.ROOT)));
    }
  }

  private static <T> void fill(String line, Dictionary<T> dictionary, Function<String, T> value) {
    int colon = line.indexOf(':');
    var kind = value.apply(line.substring(0, colon));
    for (var entry : line.substring(colon + 1).strip().split(" +", -1)) {
      dictionary.add(entry, kind);
    }
  }

  Verbs verbs() {
    return verbs;
  }

  Rules rules() {
    return rules;
  }

  Dictionary<String> nouns() {
    return nouns;
  }

  Typos typos() {
    return typos;
  }

  Dictionary<WordClass> words() {
    return words;
  }

  /** The lines of a file beside this class, without comments. */
  static List<String> lines(String file) {
    try (var in = Lexicon.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.trestle.homeops.understanding.embedded;

import dev.trestle.homeops.text.FoldedWords;
import java.util.List;
import java.util.stream.Stream;

/** Verbs with all their forms. The light stemmers erase tense, which is what matters here. */
final class Verbs {
  /** One reading of a word as a verb. */
  record Form(String lemma, Tense tense) {}

  /** They say how it was done, not what: "färdigdiskat", "snabbdammsög", "re-washed". */
  private static final List<String> PREFIXES =
      List.of(
          "färdig",
          "snabb",
          "slut",
          "ren",
          "fin",
          "grov",
          "stor",
          "såp",
          "våt",
          "maskin",
          "hand",
          "hel",
          "lus",
          "lyx",
          "vinter",
          "undan",
          "bort",
          "ur",
          "av",
          "om",
          "deep-",
          "jet",
          "power",
          "pressure",
          "steam",
          "hand-",
          "re-");

  private static final int STEM_LENGTH_MIN = 5;

  private final Dictionary<Form> forms = new Dictionary<>();

  Verbs(List<String> lines) {
    for (var line : lines) {
      var columns = line.split(" +", -1);
      switch (columns[1]) {
        case "1" -> addFirstConjugation(columns[0]);
        case "r" -> addRegularEnglish(columns[0]);
        default -> addListed(columns);
      }
    }
  }

  List<Form> of(MessageToken token) {
    var found = forms.of(token);
    return found.isEmpty() ? ofPrefixed(token.word()) : found;
  }

  private List<Form> ofPrefixed(String word) {
    for (var prefix : PREFIXES) {
      if (word.startsWith(prefix) && word.length() - prefix.length() >= STEM_LENGTH_MIN) {
        var rest = word.substring(prefix.length());
        var found = forms.of(new MessageToken(rest, rest, FoldedWords.fold(rest)));
        if (!found.isEmpty()) {
          return found;
        }
      }
    }
    return List.of();
  }

  List<Form> exactlyOf(MessageToken token) {
    return forms.exactlyOf(token);
  }

  Stream<String> forms() {
    return forms.words();
  }

  private void addFirstConjugation(String lemma) {
    add(lemma, Tense.INFINITIVE, lemma);
    add(lemma, Tense.IMPERATIVE, lemma);
    add(lemma, Tense.PRESENT, lemma + "r");
    add(lemma, Tense.PAST, lemma + "de");
    add(lemma, Tense.SUPINE, lemma + "t");
    add(lemma, Tense.PARTICIPLE, lemma + "d");
    add(lemma, Tense.PARTICIPLE, lemma + "de");
  }

  private void addRegularEnglish(String lemma) {
    boolean mute = lemma.endsWith("e");
    boolean sibilant = lemma.matches(".*(s|sh|ch|x|z)");
    var past = mute ? lemma + "d" : lemma + "ed";
    add(lemma, Tense.INFINITIVE, lemma);
    add(lemma, Tense.IMPERATIVE, lemma);
    add(lemma, Tense.PRESENT, lemma + (sibilant ? "es" : "s"));
    add(lemma, Tense.PAST, past);
    add(lemma, Tense.SUPINE, past);
    add(lemma, Tense.PARTICIPLE, past);
    add(lemma, Tense.GERUND, (mute ? lemma.substring(0, lemma.length() - 1) : lemma) + "ing");
  }

  private void addListed(String[] columns) {
    var tenses =
        List.of(
            Tense.INFINITIVE,
            Tense.PRESENT,
            Tense.PAST,
            Tense.SUPINE,
            Tense.PARTICIPLE,
            Tense.GERUND);
    for (int i = 1; i < columns.length; i++) {
      for (var form : columns[i].split(",", -1)) {
        if (!form.equals("-")) {
          add(columns[0], tenses.get(i - 1), form);
        }
      }
    }
    add(columns[0], Tense.IMPERATIVE, imperative(columns));
  }

  /** Swedish drops the last vowel: töm, häng, gör. English has the infinitive. */
  private static String imperative(String[] columns) {
    var present = columns[2].split(",", -1)[0];
    var infinitive = columns[1].split(",", -1)[0];
    if (present.endsWith("er")) {
      return present.substring(0, present.length() - 2);
    }
    return infinitive.endsWith("a") && present.length() < infinitive.length()
        ? present
        : infinitive;
  }

  private void add(String lemma, Tense tense, String form) {
    forms.add(form, new Form(lemma, tense));
  }
}

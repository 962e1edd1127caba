package dev.trestle.homeops.understanding.embedded;

import java.util.EnumSet;

/** The features of a candidate for the classifiers. */
final class Features {
  private static final int NGRAM_MIN = 3;
  private static final int NGRAM_MAX = 5;
  private static final float NGRAM_WEIGHT = 0.3f;
  private static final float WORD_WEIGHT = 0.5f;
  private static final float COLLOCATION_WEIGHT = 0.3f;

  private Features() {}

  /** For the type: is it reported as done, promised, asked, corrected, or none of these? */
  static FeatureVector ofType(Reading reading, Candidate candidate) {
    var vector = new FeatureVector();
    vector.add("bias", 1);
    addGrammar(reading, candidate, vector);
    addWords(reading, candidate.from(), candidate.to(), 'c', vector);
    addNgrams(reading, candidate.from(), candidate.to(), vector);
    for (int i = 0; i < reading.size(); i++) {
      if (i < candidate.from() || i >= candidate.to()) {
        var word = reading.shape(i);
        vector.add('o', word, 0, word.length(), WORD_WEIGHT);
      }
    }
    return vector;
  }

  /**
   * For the type, without the words that name things: what is left of a message whose words were
   * never seen.
   */
  static FeatureVector ofGrammar(Reading reading, Candidate candidate) {
    var vector = new FeatureVector();
    vector.add("bias", 1);
    var subject = "subject=" + candidate.subject().kind();
    var form = "form=" + form(candidate);
    var tenses = "tenses=" + candidate.tenses();
    var scope = VerbReach.of(reading, candidate);
    var signals = Signal.of(reading, candidate);
    var clear = form + signals.isEmpty() + candidate.subject().kind();
    boolean found = candidate.noun() >= 0;
    int start = reading.clauseStart(candidate.at());
    vector.add(subject, 1);
    vector.add(form, 1);
    vector.add(tenses, 1);
    vector.add(tenses + subject, 1);
    vector.add(tenses + candidate.isKnown(), 1);
    vector.add("specificity=" + candidate.specificity(), 1);
    vector.add("length=" + lengthClass(reading), 1);
    vector.add("first=" + (candidate.at() == start) + tenses, 1);
    vector.add("opens=" + (candidate.at() == 0) + form, 1);
    vector.add("foreign=" + candidate.foreign() + form, 1);
    vector.add(clear, 1);
    vector.add(clear + scope.describe(), 1);
    vector.add(clear + scope.describe() + Math.min(3, candidate.specificity()), 1);
    vector.add(clear + scope.isClear(found) + candidate.isKnown(), 1);
    vector.add(clear + scope.isClear(found) + candidate.isKnown() + lengthClass(reading), 1);
    signals.forEach(signal -> vector.add("signal=" + signal, 1));
    signals.forEach(signal -> vector.add("signal=" + signal + form, 1));
    addClasses(reading, candidate, form, vector);
    addSmallWords(reading, candidate, form, vector);
    return vector;
  }

  /** Words of the grammar by what they are: "i" is not "at". */
  private static void addSmallWords(
      Reading reading, Candidate candidate, String form, FeatureVector vector) {
    for (int i = 0; i < reading.size(); i++) {
      var word = small(reading, i);
      if (i < candidate.at()) {
        vector.add("early=" + word, WORD_WEIGHT);
      } else if (i > candidate.at()) {
        vector.add("late=" + word, WORD_WEIGHT);
      }
    }
    vector.add("previous=" + small(reading, candidate.at() - 1) + form, 1);
    vector.add("next=" + small(reading, candidate.at() + 1) + form, 1);
    vector.add(
        "next=" + small(reading, candidate.at() + 1) + small(reading, candidate.at() + 2), 1);
  }

  private static String small(Reading reading, int at) {
    if (at < 0 || at >= reading.size()) {
      return "$";
    }
    if (!reading.token(at).isWord() || !reading.classes(at).isEmpty()) {
      return reading.shape(at);
    }
    return reading.looksLikeName(at)
        ? "NAME"
        : !reading.verbs(at).isEmpty()
            ? "VERB"
            : !reading.nouns(at).isEmpty() ? "NOUN" : reading.isStrange(at) ? "STRANGE" : "OTHER";
  }

  /** The words of the whole message, as a second opinion that no rule has touched. */
  static FeatureVector ofMessage(Reading reading) {
    var vector = new FeatureVector();
    vector.add("bias", 1);
    vector.add("length=" + lengthClass(reading), 1);
    addWords(reading, 0, reading.size(), 'c', vector);
    addNgrams(reading, 0, reading.size(), vector);
    return vector;
  }

  /** For the activity: the words alone. */
  static FeatureVector ofActivity(Reading reading, Candidate candidate) {
    var vector = new FeatureVector();
    vector.add("bias", 1);
    if (candidate.isKnown()) {
      vector.add("lexicon=" + candidate.activity(), 2);
    }
    for (int i = candidate.from(); i < candidate.to(); i++) {
      for (var noun : reading.nouns(i)) {
        vector.add("noun=" + noun.value(), 1);
      }
      for (var verb : reading.verbs(i)) {
        vector.add("verb=" + verb.lemma(), 1);
      }
    }
    addWords(reading, candidate.from(), candidate.to(), 'c', vector);
    addNgrams(reading, candidate.from(), candidate.to(), vector);
    return vector;
  }

  private static void addGrammar(Reading reading, Candidate candidate, FeatureVector vector) {
    var subject = "subject=" + candidate.subject().kind();
    vector.add(subject, 1);
    vector.add(candidate.isKnown() ? "known" : "unknown", 1);
    vector.add("specificity=" + candidate.specificity(), 1);
    var tenses = candidate.tenses().toString();
    vector.add("tenses=" + tenses, 1);
    vector.add("tenses=" + tenses + subject, 1);
    vector.add("tenses=" + tenses + candidate.isKnown(), 1);
    vector.add("first=" + (candidate.at() == candidate.from()), 1);
    vector.add("tenses=" + tenses + (candidate.at() == reading.clauseStart(candidate.at())), 1);
    vector.add("length=" + lengthClass(reading), 1);
    if (candidate.at() < reading.size() && reading.isCorrected(candidate.at())) {
      vector.add("typo", 1);
    }
    var signals = Signal.of(reading, candidate);
    addScope(reading, candidate, signals.isEmpty(), vector);
    for (var signal : signals) {
      vector.add("signal=" + signal, 1);
      vector.add("signal=" + signal + tenses, 1);
    }
    addClasses(reading, candidate, tenses, vector);
  }

  private static void addScope(
      Reading reading, Candidate candidate, boolean clear, FeatureVector vector) {
    var scope = VerbReach.of(reading, candidate);
    var objects = scope.describe();
    var form = "form=" + form(candidate) + (clear ? "clear" : "signals");
    var whole = form + candidate.subject().kind();
    boolean found = candidate.noun() >= 0;
    vector.add(objects, 1);
    vector.add(objects + candidate.specificity(), 1);
    vector.add(objects + candidate.activity(), 1);
    for (var verb : reading.verbs(candidate.at())) {
      vector.add(objects + verb.lemma(), 1);
      addCollocations(reading, candidate, verb.lemma(), vector);
    }
    vector.add(form, 1);
    vector.add(whole, 1);
    vector.add(whole + objects + Math.min(3, candidate.specificity()), 1);
    vector.add(whole + scope.isClear(found) + candidate.isKnown(), 1);
    vector.add(form + candidate.activity(), 1);
    vector.add(form + scope.isClear(found) + candidate.activity(), 1);
    vector.add(form + candidate.isKnown() + lengthClass(reading), 1);
    vector.add("foreign=" + candidate.foreign() + form(candidate), 1);
    if (candidate.noun() > candidate.at() + 1) {
      var link = reading.shape(candidate.at() + 1);
      vector.add("link=" + link + candidate.activity(), 1);
    }
    for (int i = candidate.at() + 1; i < candidate.to(); i++) {
      for (var noun : reading.nouns(i)) {
        vector.add("object=" + noun.value() + candidate.activity(), WORD_WEIGHT);
      }
    }
    if (candidate.at() > 0) {
      vector.add("previous=" + reading.shape(candidate.at() - 1) + form(candidate), 1);
    }
    if (candidate.at() + 1 < reading.size()) {
      vector.add("next=" + reading.shape(candidate.at() + 1) + form(candidate), 1);
    }
  }

  /** The verb with its object, in any form: "slänga soporna", but "slänga ett öga". */
  private static void addCollocations(
      Reading reading, Candidate candidate, String lemma, FeatureVector vector) {
    for (int i = candidate.at() + 1; i < candidate.to(); i++) {
      vector.add(lemma + "~" + reading.shape(i), COLLOCATION_WEIGHT);
      for (var noun : reading.nouns(i)) {
        vector.add(lemma + "#" + noun.value(), COLLOCATION_WEIGHT);
      }
    }
    var next = candidate.at() + 1 < candidate.to() ? reading.shape(candidate.at() + 1) : "$";
    vector.add(lemma + ">" + next, COLLOCATION_WEIGHT);
  }

  private static int lengthClass(Reading reading) {
    int size = reading.size();
    return size <= 2 ? 0 : size <= 4 ? 1 : size <= 7 ? 2 : size <= 12 ? 3 : 4;
  }

  /** What the verb's form proves. */
  private static String form(Candidate candidate) {
    if (candidate.is(Tense.MARK)) {
      return "mark";
    }
    boolean past =
        candidate.is(Tense.PAST) || candidate.is(Tense.SUPINE) || candidate.is(Tense.PARTICIPLE);
    boolean present = candidate.is(Tense.INFINITIVE) || candidate.is(Tense.PRESENT);
    return past ? present ? "either" : "done" : present ? "present" : "other";
  }

  private static void addClasses(
      Reading reading, Candidate candidate, String tenses, FeatureVector vector) {
    var before = EnumSet.noneOf(WordClass.class);
    var after = EnumSet.noneOf(WordClass.class);
    var elsewhere = EnumSet.noneOf(WordClass.class);
    int from = reading.clauseStart(candidate.at());
    int to = reading.clauseEnd(candidate.at());
    for (int i = 0; i < reading.size(); i++) {
      var set = i < from || i >= to ? elsewhere : i < candidate.at() ? before : after;
      set.addAll(reading.classes(i));
    }
    before.forEach(c -> vector.add("before=" + c, 1));
    before.forEach(c -> vector.add("before=" + c + tenses, 1));
    after.forEach(c -> vector.add("after=" + c, 1));
    after.forEach(c -> vector.add("after=" + c + tenses, 1));
    elsewhere.forEach(c -> vector.add("elsewhere=" + c, 0.5f));
  }

  private static void addWords(
      Reading reading, int from, int to, char prefix, FeatureVector vector) {
    var previous = "^";
    for (int i = from; i < to; i++) {
      var word = reading.shape(i);
      vector.add(prefix, word, 0, word.length(), WORD_WEIGHT);
      vector.add(previous + "_" + word, WORD_WEIGHT);
      previous = word;
    }
    vector.add(previous + "_$", WORD_WEIGHT);
  }

  private static void addNgrams(Reading reading, int from, int to, FeatureVector vector) {
    var text = new StringBuilder(64).append(' ');
    for (int i = from; i < to; i++) {
      text.append(reading.shape(i)).append(' ');
    }
    for (int start = 0; start < text.length(); start++) {
      int longest = Math.min(NGRAM_MAX, text.length() - start);
      for (int length = NGRAM_MIN; length <= longest; length++) {
        vector.add('n', text, start, start + length, NGRAM_WEIGHT);
      }
    }
  }
}

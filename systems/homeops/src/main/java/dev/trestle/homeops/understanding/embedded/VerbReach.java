package dev.trestle.homeops.understanding.embedded;

import java.util.Set;

/**
 * The words in a verb's reach that the lexicon does not know. "Lämnat anbud" is not "lämnat
 * barnen": verbs of housework with objects that no household has are figures of speech. A word
 * directly before a known noun describes it ("a Victoria sponge"), and one that follows a known
 * object after a preposition is harmless ("for Saturday").
 *
 * @param direct unknown words in the object position
 * @param adjunct unknown words after a preposition
 * @param known known nouns and names
 */
record VerbReach(int direct, int adjunct, int known) {
  /** Words that begin another clause. */
  private static final Set<String> CLAUSE_STARTS =
      Set.of("som", "that", "while", "medan", "när", "when", "because", "eftersom");

  /** Whatever is boiled or baked is food. */
  private static final Set<String> OPEN =
      Set.of("koka", "steka", "grilla", "baka", "grädda", "cook", "bake", "fry", "roast", "grill");

  static VerbReach of(Reading reading, Candidate candidate) {
    int direct = 0;
    int adjunct = 0;
    int known = 0;
    boolean behind = false;
    for (int i = candidate.at() + 1; i < candidate.to(); i++) {
      var token = reading.token(i);
      behind |= Prepositions.contain(token) || CLAUSE_STARTS.contains(token.word());
      if (!reading.nouns(i).isEmpty() || reading.isName(i)) {
        known++;
      } else if (isStrange(reading, candidate, i)) {
        if (behind) {
          adjunct++;
        } else {
          direct++;
        }
      }
    }
    for (int i = candidate.from(); i < candidate.at(); i++) {
      direct += isStrange(reading, candidate, i) ? 1 : 0;
    }
    return new VerbReach(direct, adjunct, known);
  }

  private static boolean isStrange(Reading reading, Candidate candidate, int at) {
    int end = at < candidate.at() ? candidate.at() : candidate.to();
    boolean object =
        at == candidate.at() + 1
            && reading.verbs(candidate.at()).stream().anyMatch(v -> OPEN.contains(v.lemma()));
    return reading.isStrange(at)
        && !object
        && !reading.looksLikeName(at)
        && !isModifier(reading, at, end);
  }

  /** Whether only unknown words lie between a word and a known noun. */
  private static boolean isModifier(Reading reading, int at, int end) {
    int next = at + 1;
    while (next < end && (reading.isStrange(next) || reading.token(next).is("'s"))) {
      next++;
    }
    return next < end && !reading.nouns(next).isEmpty();
  }

  /** Returns whether no unknown word can change the meaning. */
  boolean isClear(boolean objectFound) {
    return direct == 0 && (objectFound || adjunct == 0);
  }

  /** For the classifier. */
  String describe() {
    return "objects=" + Math.min(direct, 2) + Math.min(adjunct, 2) + Math.min(known, 1);
  }
}

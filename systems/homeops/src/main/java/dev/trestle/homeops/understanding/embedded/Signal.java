package dev.trestle.homeops.understanding.embedded;

import java.util.EnumSet;
import java.util.Set;

/** Signs that a candidate does not report something done, however its verb looks. */
enum Signal {
  QUESTION,
  NEGATION,
  REQUEST,
  FUTURE,
  WISH,
  HYPOTHETICAL,
  REPORTED,
  QUOTED,
  THANKS,
  HABIT,
  ELSEWHERE,
  UNFINISHED,
  FORGOTTEN,
  NOT_A_MEMBER;

  /** A destination says nothing about whose chore it is. */
  private static final Set<String> BRINGING =
      Set.of(
          "lämning", "hämtning", "skjutsning", "ärenden", "träning", "umgänge", "film", "läsning");

  private static final Set<String> YOUR = Set.of("your", "din", "ditt", "dina", "era");

  /** Third persons that are no objects: "did it" asks nothing. */
  private static final Set<String> ASKED =
      Set.of("anyone", "anybody", "someone", "he", "she", "they", "nån", "någon", "han", "hon");

  /** The signals that hold for a candidate. */
  static Set<Signal> of(Reading reading, Candidate candidate) {
    var found = EnumSet.noneOf(Signal.class);
    int at = candidate.at();
    int start = reading.clauseStart(at);
    int sentence = reading.sentenceStart(at);
    if (isQuestion(reading, at, sentence)) {
      found.add(QUESTION);
    }
    if (isNegated(reading, start, at)) {
      found.add(NEGATION);
    }
    if (!candidate.subject().isSenderOrMember()) {
      found.add(NOT_A_MEMBER);
    }
    if (isQuoted(reading, at)) {
      found.add(QUOTED);
    }
    for (int i = sentence; i < reading.clauseEnd(at); i++) {
      if (i < at) {
        addBefore(reading.classes(i), found);
      }
      if (i >= start) {
        addAround(reading.classes(i), found);
      }
    }
    if (BRINGING.contains(candidate.activity())) {
      found.remove(ELSEWHERE);
    }
    if (isRequest(candidate) || isForYou(reading, candidate)) {
      found.add(REQUEST);
    }
    if (hasFailed(reading, at)) {
      found.add(UNFINISHED);
    }
    return found;
  }

  /** "Put your plates in the dishwasher". */
  private static boolean isForYou(Reading reading, Candidate candidate) {
    if (!candidate.is(Tense.IMPERATIVE) || candidate.subject().kind() != Subject.Kind.ELIDED) {
      return false;
    }
    for (int i = candidate.at() + 1; i < candidate.to(); i++) {
      if (YOUR.contains(reading.token(i).word())) {
        return true;
      }
    }
    return false;
  }

  /** "Went to the pharmacy, they were out". */
  private static boolean hasFailed(Reading reading, int at) {
    for (int i = at + 1; i < reading.sentenceEnd(at); i++) {
      if (reading.has(i, WordClass.FAILED)) {
        return true;
      }
    }
    return false;
  }

  /** "Tyler take out the trash". */
  private static boolean isRequest(Candidate candidate) {
    return candidate.is(Tense.IMPERATIVE)
        && candidate.subject().kind() == Subject.Kind.MEMBER
        && !candidate.is(Tense.PAST)
        && !candidate.is(Tense.SUPINE)
        && !candidate.is(Tense.PRESENT);
  }

  /** FoldedWords that count in all of the sentence before the verb. */
  private static void addBefore(Set<WordClass> classes, Set<Signal> found) {
    for (var wordClass : classes) {
      switch (wordClass) {
        case FUTURE -> found.add(FUTURE);
        case MODAL -> found.add(WISH);
        case HYPOTHETICAL, SUBORDINATE -> found.add(HYPOTHETICAL);
        case REPORTED -> found.add(REPORTED);
        case THANKS -> found.add(THANKS);
        case NOW, ALMOST -> found.add(UNFINISHED);
        case FORGOT -> found.add(FORGOTTEN);
        case PLEASE -> found.add(REQUEST);
        case FIRST,
            SECOND,
            THIRD,
            DETERMINER,
            SKIP,
            AUXILIARY,
            QUESTION,
            NEGATION,
            SOON,
            DONE,
            HABIT,
            ELSEWHERE,
            FAILED,
            OTHER_PERSON,
            COMMON -> {}
      }
    }
  }

  /** FoldedWords that count anywhere in the clause. */
  private static void addAround(Set<WordClass> classes, Set<Signal> found) {
    if (classes.contains(WordClass.HABIT)) {
      found.add(HABIT);
    }
    if (classes.contains(WordClass.PLEASE)) {
      found.add(REQUEST);
    }
    if (classes.contains(WordClass.ELSEWHERE)) {
      found.add(ELSEWHERE);
    }
  }

  private static boolean isQuestion(Reading reading, int at, int sentence) {
    int end = reading.sentenceEnd(at);
    boolean marked =
        end < reading.size() && reading.token(end).is("?") && reading.clauseEnd(at) == end;
    return marked || reading.has(sentence, WordClass.QUESTION) || isInverted(reading, at);
  }

  /** "Har Anna diskat", "did you cook". */
  private static boolean isInverted(Reading reading, int at) {
    int start = reading.clauseStart(at);
    if (!reading.has(start, WordClass.AUXILIARY)) {
      return false;
    }
    if (start + 1 >= at) {
      return start + 1 < reading.size() && ASKED.contains(reading.token(start + 1).word());
    }
    return reading.isName(start + 1)
        || reading.has(start + 1, WordClass.FIRST)
        || reading.has(start + 1, WordClass.SECOND)
        || reading.has(start + 1, WordClass.THIRD);
  }

  private static boolean isNegated(Reading reading, int start, int at) {
    for (int i = start; i < Math.min(at + 3, reading.size()); i++) {
      if (reading.token(i).endsClause() && i >= at) {
        return false;
      }
      if (reading.has(i, WordClass.NEGATION)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isQuoted(Reading reading, int at) {
    int before = 0;
    int after = 0;
    for (int i = 0; i < reading.size(); i++) {
      var word = reading.token(i).word();
      if (word.equals("\"") || word.equals("”") || word.equals("“")) {
        if (i < at) {
          before++;
        } else {
          after++;
        }
      }
    }
    return before % 2 == 1 && after > 0;
  }
}

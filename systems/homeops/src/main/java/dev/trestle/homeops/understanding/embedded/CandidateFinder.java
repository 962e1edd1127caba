package dev.trestle.homeops.understanding.embedded;

import dev.trestle.homeops.understanding.embedded.Rules.Rule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the parts of a message that may name an activity. A verb reaches to the next verb of its
 * clause; if nothing is in between, it shares the next verb's objects ("walked and fed the dog").
 * Words before the verb count too ("soporna är slängda").
 */
final class CandidateFinder {
  /** "Is at the gym" reports nothing; "was" and "has been" do. */
  private static final Set<String> STATES = Set.of("vara", "be", "ha", "have");

  private static final Set<String> PLACES =
      Set.of(
          "på", "at", "to", "till", "te", "hos", "in", "i", "ute", "ude", "out", "down", "up",
          "over", "off", "for", "with", "med", "me", "uppe", "nere", "borta", "inne", "förbi",
          "hemma");

  /** How far after its verb a name can be. */
  private static final int NAME_REACH = 3;

  /** How far before its verb an auxiliary can be. */
  private static final int AUXILIARY_REACH = 6;

  /** Shorter words with such an ending are seldom verbs. */
  private static final int GUESSED_LENGTH_MIN = 5;

  private final Lexicon lexicon;
  private final SubjectFinder subjects;

  CandidateFinder(Lexicon lexicon) {
    this.lexicon = lexicon;
    this.subjects = new SubjectFinder();
  }

  /** A rule that fits, with the noun it found. */
  private record Match(Rule rule, int noun, boolean before) {
    private static final int NAMED = 4;

    /**
     * What is named says more than a particle ("walked the dog to the park"), and objects follow
     * their verb more often than they precede it.
     */
    int score() {
      int named = rule.nouns().isEmpty() ? 0 : NAMED;
      return 2 * rule.specificity() + named - (before ? 1 : 0);
    }
  }

  /** All candidates in the order of their verbs; at least one, which may name no activity. */
  List<Candidate> find(Reading reading) {
    var found = new ArrayList<Candidate>();
    addAliases(reading, found);
    for (int at = 0; at < reading.size(); at++) {
      if (!reading.verbs(at).isEmpty() && !isAuxiliary(reading, at) && !isObject(reading, at)) {
        addVerb(reading, at, found);
      }
    }
    addMarks(reading, found);
    if (found.isEmpty() && reading.size() > 0) {
      found.add(unknown(reading));
    }
    return found;
  }

  /** "har" before "diskat", "did" before "do": it carries no activity of its own. */
  private static boolean isAuxiliary(Reading reading, int at) {
    if (!reading.has(at, WordClass.AUXILIARY)) {
      return false;
    }
    int end = Math.min(reading.clauseEnd(at), at + AUXILIARY_REACH);
    boolean inverted =
        at == reading.clauseStart(at)
            && (reading.has(at + 1, WordClass.FIRST) || reading.has(at + 1, WordClass.SECOND));
    if (inverted) {
      return true;
    }
    for (int next = at + 1; next < end; next++) {
      if (!reading.verbs(next).isEmpty()
          && !reading.has(next, WordClass.AUXILIARY)
          && !isVerbAsNoun(reading, next)) {
        return reading.hasVerb(next, Tense.SUPINE)
            || reading.hasVerb(next, Tense.PARTICIPLE)
            || reading.hasVerb(next, Tense.INFINITIVE)
            || reading.hasVerb(next, Tense.GERUND);
      }
      if (!reading.nouns(next).isEmpty() || SubjectFinder.isJoining(reading.token(next))) {
        return false;
      }
    }
    return false;
  }

  /** "did yoga", "had a nap": a noun after another verb, or at the start ("ironing done"). */
  private static boolean isObject(Reading reading, int at) {
    if (!isVerbAsNoun(reading, at)) {
      return false;
    }
    int start = reading.clauseStart(at);
    for (int i = start; i < at; i++) {
      if (!reading.verbs(i).isEmpty() && !isVerbAsNoun(reading, i)) {
        return true;
      }
    }
    return reading.hasVerb(at, Tense.GERUND) && at == start;
  }

  private void addVerb(Reading reading, int at, List<Candidate> found) {
    int from = reading.clauseStart(at);
    int end = reading.clauseEnd(at);
    int scopeEnd = scopeEnd(reading, at, end);
    var matches = matches(reading, at, at + 1, scopeEnd, false);
    boolean nothingBetween = isOnlyJoining(reading, at + 1, scopeEnd);
    if (nothingBetween && scopeEnd < end) {
      matches.addAll(matches(reading, at, scopeEnd + 1, scopeEnd(reading, scopeEnd, end), false));
    }
    matches.addAll(matches(reading, at, previousEnd(reading, at, from), at, true));
    var tenses = tenses(reading, at);
    for (var match : best(reading, matches)) {
      var subject = subjects.of(reading, at, tenses, match.before() ? match.noun() : -1);
      found.add(
          new Candidate(
              match.rule().activity(),
              certain(reading.token(at), tenses, subject),
              at,
              previousEnd(reading, at, from),
              Math.max(scopeEnd, at + 1),
              match.rule().specificity(),
              match.noun(),
              isForeign(reading, match.rule().activity(), at + 1, scopeEnd),
              subject));
    }
  }

  private static Set<Tense> tenses(Reading reading, int at) {
    var tenses = EnumSet.noneOf(Tense.class);
    reading.verbs(at).forEach(form -> tenses.add(form.tense()));
    if (at > 0 && isSpokenSupine(reading, at, tenses)) {
      return EnumSet.of(Tense.SUPINE);
    }
    boolean gone =
        at > 0
            && (reading.token(at - 1).is("went")
                || reading.token(at - 1).is("been")
                || reading.token(at - 1).is("gone"));
    return gone && tenses.contains(Tense.GERUND) ? EnumSet.of(Tense.PAST) : tenses;
  }

  /** "Har diska", "ha handla": how many write "har diskat". */
  private static boolean isSpokenSupine(Reading reading, int at, Set<Tense> tenses) {
    boolean bare = tenses.equals(EnumSet.of(Tense.INFINITIVE, Tense.IMPERATIVE));
    return bare
        && reading.token(at).word().endsWith("a")
        && (reading.token(at - 1).is("har") || reading.token(at - 1).is("ha"));
  }

  /**
   * "Joe put the bins out": with a subject it is no request, and without -s no present. "Jag diska
   * igår" is how many write "diskade".
   */
  private static Set<Tense> certain(MessageToken verb, Set<Tense> tenses, Subject subject) {
    boolean first = subject.kind() == Subject.Kind.FIRST;
    boolean named = subject.kind() == Subject.Kind.MEMBER || first;
    boolean either = tenses.contains(Tense.PAST) && tenses.contains(Tense.INFINITIVE);
    boolean spoken =
        first
            && verb.word().endsWith("a")
            && tenses.equals(EnumSet.of(Tense.INFINITIVE, Tense.IMPERATIVE));
    return (named && either) || spoken ? EnumSet.of(Tense.PAST) : tenses;
  }

  /** The next verb of the clause, or its end. */
  private static int scopeEnd(Reading reading, int at, int end) {
    int next = at + 1;
    while (next < end && (reading.verbs(next).isEmpty() || isVerbAsNoun(reading, next))) {
      next++;
    }
    return next;
  }

  /** "ut med soporna och hunden": a word that is a noun as well does not end a verb's reach. */
  private static boolean isVerbAsNoun(Reading reading, int at) {
    return !reading.nouns(at).isEmpty()
        && !reading.hasVerb(at, Tense.PAST)
        && !reading.hasVerb(at, Tense.SUPINE);
  }

  private static int previousEnd(Reading reading, int at, int from) {
    int start = at;
    while (start > from
        && (reading.verbs(start - 1).isEmpty()
            || reading.has(start - 1, WordClass.AUXILIARY)
            || isVerbAsNoun(reading, start - 1))) {
      start--;
    }
    return start;
  }

  private static boolean isOnlyJoining(Reading reading, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!reading.has(i, WordClass.SKIP)) {
        return false;
      }
    }
    return true;
  }

  private List<Match> matches(Reading reading, int verb, int from, int to, boolean before) {
    var matches = new ArrayList<Match>();
    for (var form : reading.verbs(verb)) {
      if (STATES.contains(form.lemma())
          && (form.tense() == Tense.PRESENT || (!before && !leadsSomewhere(reading, verb)))) {
        continue;
      }
      for (var rule : lexicon.rules().of(form.lemma())) {
        match(reading, rule, from, to, before).ifPresent(matches::add);
        if (!rule.nouns().isEmpty()) {
          addFurtherNouns(reading, rule, from, to, before, matches);
        }
      }
    }
    return matches;
  }

  /** "Var på Ica", "been to the shop", "had a nap", but not "was thinking of shopping". */
  private static boolean leadsSomewhere(Reading reading, int verb) {
    int next = verb + 1;
    while (next < reading.size()
        && reading.has(next, WordClass.SKIP)
        && !PLACES.contains(reading.token(next).word())) {
      next++;
    }
    return next < reading.size()
        && (PLACES.contains(reading.token(next).word())
            || reading.has(next, WordClass.DETERMINER)
            || !reading.nouns(next).isEmpty()
            || reading.isUnknown(next));
  }

  private Optional<Match> match(Reading reading, Rule rule, int from, int to, boolean before) {
    if (before && rule.specificity() == 0) {
      return Optional.empty();
    }
    if (!rule.particles().isEmpty() && !hasParticle(reading, rule, from, to)) {
      return Optional.empty();
    }
    int name = name(reading, from, Math.min(to, from + NAME_REACH));
    if (rule.name() && name < 0) {
      return Optional.empty();
    }
    if (rule.nouns().isEmpty()) {
      return Optional.of(new Match(rule, rule.name() ? name : -1, before));
    }
    int noun = noun(reading, rule, from, to);
    return noun < 0 ? Optional.empty() : Optional.of(new Match(rule, noun, before));
  }

  /** "cleaned kitchen and bathroom" are two. */
  private static void addFurtherNouns(
      Reading reading, Rule rule, int from, int to, boolean before, List<Match> matches) {
    int first = noun(reading, rule, from, to);
    if (first >= 0 && first + 1 < to && rule.particles().isEmpty()) {
      int second = noun(reading, rule, first + 1, to);
      if (second >= 0 && isJoined(reading, first, second)) {
        matches.add(new Match(rule, second, before));
      }
    }
  }

  private static boolean isJoined(Reading reading, int first, int second) {
    for (int i = first + 1; i < second; i++) {
      if (SubjectFinder.isJoining(reading.token(i))) {
        return true;
      }
    }
    return false;
  }

  private static int noun(Reading reading, Rule rule, int from, int to) {
    for (int i = from; i < to; i++) {
      for (var hit : reading.nouns(i)) {
        if (rule.nouns().contains(hit.value()) && !isMealtime(reading, i, hit.value())) {
          return i;
        }
      }
    }
    return -1;
  }

  /** "Tankat ner filmen": the first thing that is named does not go with the activity. */
  private boolean isForeign(Reading reading, String activity, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!reading.nouns(i).isEmpty() && !isMealtime(reading, i, "food")) {
        return reading.nouns(i).stream()
            .noneMatch(hit -> lexicon.rules().fits(activity, hit.value()));
      }
    }
    return false;
  }

  /** "after lunch" is a time. */
  private static boolean isMealtime(Reading reading, int at, String noun) {
    if (!noun.equals("food") || at == 0) {
      return false;
    }
    return switch (reading.token(at - 1).word()) {
      case "at", "after", "before", "på", "efter", "innan", "vid", "före" -> true;
      default -> false;
    };
  }

  private boolean hasParticle(Reading reading, Rule rule, int from, int to) {
    for (int i = from; i < to; i++) {
      for (var hit : lexicon.rules().particles().at(reading.tokens(), i)) {
        if (rule.particles().contains(hit.value())) {
          return true;
        }
      }
    }
    return false;
  }

  private static int name(Reading reading, int from, int to) {
    for (int i = from; i < Math.min(to, reading.size()); i++) {
      if (reading.looksLikeName(i)) {
        return i;
      }
    }
    return -1;
  }

  /** The best match, and equally good ones with other nouns and activities. */
  private static List<Match> best(Reading reading, List<Match> matches) {
    int score = matches.stream().mapToInt(Match::score).max().orElse(-1);
    var best = new ArrayList<Match>();
    for (var match : matches.stream().sorted(Comparator.comparingInt(Match::noun)).toList()) {
      boolean distinct =
          best.stream()
              .noneMatch(other ->
                  other.noun() == match.noun()
                      || !isJoined(
                          reading,
                          Math.min(other.noun(), match.noun()),
                          Math.max(other.noun(), match.noun()))
                      || other.rule().activity().equals(match.rule().activity()));
      if (match.score() == score && (best.isEmpty() || (distinct && match.noun() >= 0))) {
        best.add(match);
      }
    }
    return best;
  }

  private void addAliases(Reading reading, List<Candidate> found) {
    for (int at = 0; at < reading.size(); at++) {
      for (var hit : reading.aliases(at)) {
        int from = reading.clauseStart(at);
        int to = reading.clauseEnd(at);
        int verb = firstVerb(reading, from, to).orElse(at);
        var tenses =
            verb == at && reading.verbs(at).isEmpty()
                ? mark(reading, from, to)
                : tenses(reading, verb);
        var subject = subjects.of(reading, verb, tenses, at);
        found.add(new Candidate(hit.value(), tenses, verb, from, to, 9, at, false, subject));
      }
    }
  }

  private static Set<Tense> mark(Reading reading, int from, int to) {
    return EnumSet.of(hasDone(reading, from, to) ? Tense.MARK : Tense.NONE);
  }

  private static Optional<Integer> firstVerb(Reading reading, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!reading.verbs(i).isEmpty() && !isAuxiliary(reading, i)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  private static boolean hasDone(Reading reading, int from, int to) {
    for (int i = from; i < Math.min(to + 1, reading.size()); i++) {
      if (reading.has(i, WordClass.DONE)) {
        return true;
      }
    }
    return false;
  }

  /** Nouns with a sign of completion, in clauses without a verb that fits. */
  private void addMarks(Reading reading, List<Candidate> found) {
    for (int at = 0; at < reading.size(); at++) {
      int position = at;
      int from = reading.clauseStart(at);
      int to = reading.clauseEnd(at);
      boolean covered = found.stream().anyMatch(c -> c.from() < to && from < c.to());
      if (covered && found.stream().noneMatch(c -> c.is(Tense.MARK) && c.from() == from)) {
        continue;
      }
      boolean done = hasDone(reading, from, Math.max(to, markEnd(reading, to)));
      for (var hit : reading.nouns(at)) {
        for (var rule : lexicon.rules().genericOf(hit.value())) {
          boolean known =
              found.stream()
                  .anyMatch(c -> c.at() == position || c.activity().equals(rule.activity()));
          if (done && rule.particles().isEmpty() && !known) {
            var tenses = EnumSet.of(Tense.MARK);
            var subject = subjects.of(reading, at, tenses, at);
            found.add(new Candidate(rule.activity(), tenses, at, from, to, 2, at, false, subject));
          }
        }
      }
    }
  }

  /** "trash: gone", "disken - klart": the sign may stand behind the mark. */
  private static int markEnd(Reading reading, int to) {
    boolean joins = to < reading.size() && (reading.token(to).is(":") || reading.token(to).is("-"));
    return joins ? reading.clauseEnd(to + 1) : to;
  }

  private Candidate unknown(Reading reading) {
    int verb = firstVerb(reading, 0, reading.size()).orElse(-1);
    int guessed = guessedVerb(reading);
    boolean better = verb < 0 || (reading.has(verb, WordClass.AUXILIARY) && guessed == verb + 1);
    if (guessed >= 0 && better) {
      var tenses = guessedTenses(reading.token(guessed).word());
      return unknown(reading, guessed, tenses, subjects.of(reading, guessed, tenses, -1));
    }
    if (verb < 0) {
      return unknown(reading, 0, EnumSet.of(Tense.NONE), Subject.of(Subject.Kind.ELIDED));
    }
    var tenses = tenses(reading, verb);
    return unknown(reading, verb, tenses, subjects.of(reading, verb, tenses, -1));
  }

  private static Candidate unknown(Reading reading, int at, Set<Tense> tenses, Subject subject) {
    return new Candidate("", tenses, at, 0, reading.size(), 0, -1, false, subject);
  }

  /** The first word that is not in the lexicon and has the ending of a verb in the past. */
  private static int guessedVerb(Reading reading) {
    for (int i = 0; i < reading.size(); i++) {
      if (reading.isUnknown(i) && !guessedTenses(reading.token(i).word()).isEmpty()) {
        return i;
      }
    }
    return -1;
  }

  private static Set<Tense> guessedTenses(String word) {
    if (word.length() < GUESSED_LENGTH_MIN) {
      return EnumSet.noneOf(Tense.class);
    }
    if (word.endsWith("ed")) {
      return EnumSet.of(Tense.PAST, Tense.SUPINE, Tense.PARTICIPLE);
    }
    if (word.endsWith("at")) {
      return EnumSet.of(Tense.SUPINE);
    }
    return word.endsWith("ade") ? EnumSet.of(Tense.PAST) : EnumSet.noneOf(Tense.class);
  }
}

package dev.trestle.homeops.understanding.embedded;

import dev.trestle.homeops.understanding.embedded.Subject.Kind;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds who a verb is about. Swedish and English drop the subject when it is the writer; in Swedish
 * it follows the verb if something else comes first ("igår diskade jag").
 */
final class SubjectFinder {
  /**
   * The subject of a verb.
   *
   * @param object a token before the verb that is known to be its object, or -1
   */
  Subject of(Reading reading, int verb, Set<Tense> tenses, int object) {
    int start = start(reading, verb);
    int first = firstVerb(reading, start, verb);
    var after = afterVerb(reading, first);
    if (after != null) {
      return after;
    }
    if (isOnlyParticiple(tenses)) {
      return Subject.of(hasAgent(reading, verb) ? Kind.OTHER : Kind.ELIDED);
    }
    boolean passive =
        object >= 0
            && (tenses.contains(Tense.PARTICIPLE)
                || tenses.contains(Tense.MARK)
                || tenses.contains(Tense.NONE));
    if (passive && hasAgent(reading, verb)) {
      return Subject.of(Kind.OTHER);
    }
    if (!passive && isNounSubject(reading, start, first, object)) {
      return Subject.of(Kind.OTHER);
    }
    return before(reading, passive ? Math.max(start, object + 1) : start, first);
  }

  /** A verb after "och" has the subject of the clause unless one stands between. */
  private static int start(Reading reading, int verb) {
    int clause = reading.clauseStart(verb);
    for (int i = verb - 1; i > clause; i--) {
      boolean person =
          reading.has(i, WordClass.FIRST)
              || reading.has(i, WordClass.SECOND)
              || reading.has(i, WordClass.OTHER_PERSON)
              || reading.isName(i)
              || isThird(reading, i);
      boolean near = isJoining(reading.token(i - 1)) || isDirectlyBefore(reading, i, verb);
      if (person && near && firstVerb(reading, clause, i) < i) {
        return i;
      }
    }
    return clause;
  }

  /** Whether only auxiliaries and adverbs lie between. */
  private static boolean isDirectlyBefore(Reading reading, int at, int verb) {
    for (int i = at + 1; i < verb; i++) {
      boolean small = reading.has(i, WordClass.AUXILIARY) || reading.has(i, WordClass.SKIP);
      if (!small || isJoining(reading.token(i))) {
        return false;
      }
    }
    return true;
  }

  /** The first verb with a meaning of its own. */
  private static int firstVerb(Reading reading, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!reading.verbs(i).isEmpty() && !reading.has(i, WordClass.AUXILIARY)) {
        return i;
      }
    }
    return to;
  }

  static boolean isJoining(MessageToken token) {
    return switch (token.word()) {
      case "och", "o", "å", "and", "&", "+", "samt" -> true;
      default -> false;
    };
  }

  private static @Nullable Subject afterVerb(Reading reading, int verb) {
    boolean finite =
        verb + 1 < reading.size()
            && (reading.hasVerb(verb, Tense.PAST) || reading.hasVerb(verb, Tense.PRESENT));
    if (!finite) {
      return null;
    }
    return switch (reading.token(verb + 1).word()) {
      case "jag", "ja", "vi" -> Subject.of(Kind.FIRST);
      case "du", "ni" -> Subject.of(Kind.SECOND);
      case "han", "hon" -> Subject.of(Kind.THIRD);
      default -> null;
    };
  }

  /** "Filmen handlade om en hund": a thing right before the verb that is not its object. */
  private static boolean isNounSubject(Reading reading, int start, int verb, int object) {
    int at = verb - 1;
    return at >= start
        && at != object
        && !reading.nouns(at).isEmpty()
        && verb < reading.size()
        && reading.hasVerb(verb, Tense.PAST)
        && (at == start || !Prepositions.contain(reading.token(at - 1)));
  }

  /** "Molly nattad", "Signe är lämnad": the name is the object. */
  private static boolean isOnlyParticiple(Set<Tense> tenses) {
    return tenses.contains(Tense.PARTICIPLE)
        && !tenses.contains(Tense.PAST)
        && !tenses.contains(Tense.SUPINE);
  }

  /** "Tömd av kommunen", "walked by the sitter". */
  private static boolean hasAgent(Reading reading, int verb) {
    for (int i = verb + 1; i + 1 < reading.clauseEnd(verb); i++) {
      if (reading.token(i).is("av") || reading.token(i).is("by")) {
        return !reading.has(i + 1, WordClass.FIRST) && !reading.token(i + 1).is("mig");
      }
    }
    return false;
  }

  private static Subject before(Reading reading, int start, int verb) {
    var names = new ArrayList<String>();
    int sender = -1;
    int otherAt = -1;
    var other = Optional.<Kind>empty();
    for (int i = start; i < verb; i++) {
      boolean afterPreposition = i > start && Prepositions.contain(reading.token(i - 1));
      if (reading.isName(i)) {
        if (!afterPreposition && !isPossessive(reading, i, verb)) {
          names.add(reading.token(i).word());
        }
      } else if (reading.has(i, WordClass.FIRST)) {
        sender = i;
      } else if (!afterPreposition) {
        var kind = other(reading, i);
        other = kind.isPresent() ? kind : other;
        otherAt = kind.isPresent() ? i : otherAt;
      }
    }
    if (other.isPresent() && otherAt > sender) {
      return Subject.of(other.get());
    }
    if (!names.isEmpty()) {
      return new Subject(Kind.MEMBER, names, sender >= 0);
    }
    return Subject.of(sender >= 0 ? Kind.FIRST : Kind.ELIDED);
  }

  /** "Dan's mum", but not "Dan's done it". */
  private static boolean isPossessive(Reading reading, int at, int verb) {
    return at + 2 < verb
        && reading.token(at + 1).is("'s")
        && !reading.has(at + 2, WordClass.SKIP)
        && reading.verbs(at + 2).isEmpty();
  }

  private static boolean isThird(Reading reading, int at) {
    boolean pronoun =
        !reading.has(at, WordClass.DETERMINER)
            || reading.has(at + 1, WordClass.AUXILIARY)
            || (at + 1 < reading.size() && !reading.verbs(at + 1).isEmpty());
    return reading.has(at, WordClass.THIRD) && pronoun;
  }

  /** "Barnen har städat", "the corridor has cleaned": a noun that does something. */
  private static boolean isActing(Reading reading, int at) {
    if (reading.nouns(at).isEmpty() || at + 1 >= reading.size()) {
      return false;
    }
    return switch (reading.token(at + 1).word()) {
      case "har", "has", "have", "hade", "had", "'ve" -> true;
      default -> reading.nouns(at).stream().anyMatch(hit -> hit.value().equals("child"));
    };
  }

  private static Optional<Kind> other(Reading reading, int at) {
    if (reading.has(at, WordClass.SECOND)) {
      return Optional.of(Kind.SECOND);
    }
    if (isThird(reading, at)) {
      return Optional.of(Kind.THIRD);
    }
    if (reading.has(at, WordClass.OTHER_PERSON) || isActing(reading, at)) {
      return Optional.of(Kind.OTHER);
    }
    boolean unknown =
        reading.isUnknown(at) && Character.isLetter(reading.token(at).word().codePointAt(0));
    return unknown ? Optional.of(Kind.OTHER) : Optional.empty();
  }
}

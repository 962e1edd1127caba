package dev.trestle.homeops.understanding.embedded;

import dev.trestle.homeops.text.FoldedWords;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A message with the lexicon's entry for each token. */
final class Reading {
  private static final Set<String> ENGLISH_ADVERBS =
      Set.of("just", "already", "also", "actually", "finally", "really", "even", "will", "should");

  private static final String NAME_SHAPE = "§";
  private static final String NUMBER_SHAPE = "#";

  private final List<MessageToken> tokens;
  private final List<List<Verbs.Form>> verbs = new ArrayList<>();
  private final List<List<Dictionary.Hit<String>>> nouns = new ArrayList<>();
  private final List<Set<WordClass>> classes = new ArrayList<>();
  private final List<List<Dictionary.Hit<String>>> aliases = new ArrayList<>();
  private final boolean[] name;
  private final boolean[] genitive;
  private final FamiliarWords familiar;
  private final boolean[] corrected;
  private final boolean[] inPhrase;

  /**
   * Reads a message.
   *
   * @param names the members' names in small letters
   * @param aliases the household's own words, with their activities
   * @param familiar words that are not in the lexicon and still ordinary
   */
  Reading(
      String text,
      Set<String> names,
      Dictionary<String> aliases,
      FamiliarWords familiar,
      Lexicon lexicon) {
    this.familiar = familiar;
    tokens = Tokenizer.of(text);
    name = new boolean[tokens.size()];
    genitive = new boolean[tokens.size()];
    corrected = new boolean[tokens.size()];
    inPhrase = new boolean[tokens.size()];
    for (int i = 0; i < tokens.size(); i++) {
      var token = tokens.get(i);
      name[i] = names.contains(token.word());
      genitive[i] = !name[i] && isGenitive(token.word(), names);
      this.aliases.add(aliases.at(tokens, i));
      classes.add(classesAt(i, lexicon));
      nouns.add(nounsAt(i, lexicon));
      verbs.add(name[i] ? List.of() : verbsAt(i, lexicon));
      if (isUnknown(i)) {
        correct(i, lexicon);
      }
    }
    spreadPhrases();
  }

  /** "Viggos fot", "evies hair". */
  private static boolean isGenitive(String word, Set<String> names) {
    return word.endsWith("s") && names.contains(word.substring(0, word.length() - 1));
  }

  private Set<WordClass> classesAt(int at, Lexicon lexicon) {
    var found = EnumSet.noneOf(WordClass.class);
    for (var hit : lexicon.words().at(tokens, at)) {
      found.add(hit.value());
    }
    if (name[at]) {
      found.remove(WordClass.OTHER_PERSON);
    }
    if (tokens.get(at).is("i") && !isEnglishPronoun(at, lexicon)) {
      found.remove(WordClass.FIRST);
    }
    return found;
  }

  /** "i" is a preposition in Swedish. */
  private boolean isEnglishPronoun(int at, Lexicon lexicon) {
    if (at + 1 >= tokens.size()) {
      return false;
    }
    var next = tokens.get(at + 1);
    return next.word().startsWith("'")
        || !lexicon.verbs().of(next).isEmpty()
        || ENGLISH_ADVERBS.contains(next.word());
  }

  /** "har" is never "hår", whatever the keyboard: function words are taken literally. */
  private boolean isGrammar(int at) {
    return tokens.get(at).isPlain() && !classes.get(at).isEmpty();
  }

  private List<Dictionary.Hit<String>> nounsAt(int at, Lexicon lexicon) {
    if (name[at]) {
      return List.of();
    }
    var hits = lexicon.nouns().at(tokens, at);
    boolean single = hits.stream().allMatch(hit -> hit.end() == at + 1);
    return isGrammar(at) && single && lexicon.nouns().exactlyOf(tokens.get(at)).isEmpty()
        ? List.of()
        : hits;
  }

  /** "A walk", "the wash" and "en vila" are nouns. */
  private List<Verbs.Form> verbsAt(int at, Lexicon lexicon) {
    var forms =
        isGrammar(at)
            ? lexicon.verbs().exactlyOf(tokens.get(at))
            : lexicon.verbs().of(tokens.get(at));
    if (at > 0 && has(at - 1, WordClass.DETERMINER) && !has(at - 1, WordClass.THIRD)) {
      if (!nouns.get(at).isEmpty()) {
        return List.of();
      }
      return forms.stream()
          .filter(form -> form.tense() == Tense.PAST || form.tense() == Tense.SUPINE)
          .toList();
    }
    return forms;
  }

  /** Whether the lexicon has nothing about a word. */
  boolean isUnknown(int at) {
    return tokens.get(at).isWord()
        && !name[at]
        && !inPhrase[at]
        && verbs.get(at).isEmpty()
        && nouns.get(at).isEmpty()
        && classes.get(at).isEmpty()
        && !Character.isDigit(tokens.get(at).word().codePointAt(0));
  }

  private void correct(int at, Lexicon lexicon) {
    lexicon
        .typos()
        .correct(tokens.get(at).folded())
        .ifPresent(word -> {
          var token = new MessageToken(tokens.get(at).raw(), word, FoldedWords.fold(word));
          verbs.set(at, lexicon.verbs().of(token));
          nouns.set(
              at,
              lexicon.nouns().of(token).stream()
                  .map(noun -> new Dictionary.Hit<>(noun, at, at + 1))
                  .toList());
          corrected[at] = true;
        });
  }

  /** Whether a word is neither in the lexicon nor what families use to write. */
  boolean isStrange(int at) {
    return isUnknown(at) && !familiar.contains(tokens.get(at));
  }

  /**
   * The words inside a phrase are no words of their own: "washing up" washes nothing, and after
   * "made", "packed lunches" packs nothing.
   */
  private void spreadPhrases() {
    for (int i = 0; i < tokens.size(); i++) {
      for (var hit : nouns.get(i)) {
        if (hit.end() > i + 1 && i > 0 && !verbs.get(i - 1).isEmpty()) {
          verbs.set(i, List.of());
        }
        for (int inner = i + 1; inner < hit.end(); inner++) {
          nouns.set(inner, List.of());
          verbs.set(inner, List.of());
          inPhrase[inner] = true;
        }
      }
    }
  }

  int size() {
    return tokens.size();
  }

  MessageToken token(int at) {
    return tokens.get(at);
  }

  List<MessageToken> tokens() {
    return tokens;
  }

  List<Verbs.Form> verbs(int at) {
    return verbs.get(at);
  }

  List<Dictionary.Hit<String>> nouns(int at) {
    return nouns.get(at);
  }

  List<Dictionary.Hit<String>> aliases(int at) {
    return aliases.get(at);
  }

  Set<WordClass> classes(int at) {
    return classes.get(at);
  }

  boolean has(int at, WordClass wordClass) {
    return at >= 0 && at < classes.size() && classes.get(at).contains(wordClass);
  }

  boolean isName(int at) {
    return name[at];
  }

  boolean isCorrected(int at) {
    return corrected[at];
  }

  /**
   * Whether a token looks like a person's name: a member's, also in the genitive, or a capital
   * inside a sentence.
   */
  boolean looksLikeName(int at) {
    return name[at]
        || genitive[at]
        || (tokens.get(at).isCapitalised()
            && at > 0
            && !tokens.get(at - 1).endsSentence()
            && isUnknown(at));
  }

  /** What the classifiers see of a token: who it was and how many do not matter to them. */
  String shape(int at) {
    if (looksLikeName(at)) {
      return NAME_SHAPE;
    }
    var token = tokens.get(at);
    return Character.isDigit(token.word().codePointAt(0)) ? NUMBER_SHAPE : token.folded();
  }

  boolean hasVerb(int at, Tense tense) {
    return verbs.get(at).stream().anyMatch(form -> form.tense() == tense);
  }

  /** The start of the sentence that a token is in. */
  int sentenceStart(int at) {
    int start = at;
    while (start > 0 && !tokens.get(start - 1).endsSentence()) {
      start--;
    }
    return start;
  }

  /** The token after the sentence that a token is in. */
  int sentenceEnd(int at) {
    int end = at;
    while (end < tokens.size() && !tokens.get(end).endsSentence()) {
      end++;
    }
    return end;
  }

  int clauseStart(int at) {
    int start = at;
    while (start > 0 && !tokens.get(start - 1).endsClause()) {
      start--;
    }
    return start;
  }

  int clauseEnd(int at) {
    int end = at;
    while (end < tokens.size() && !tokens.get(end).endsClause()) {
      end++;
    }
    return end;
  }

  /** The dictionary of a household's own words. */
  static Dictionary<String> aliases(Map<String, String> activityByAlias) {
    var dictionary = new Dictionary<String>();
    activityByAlias.forEach((alias, activity) ->
        dictionary.add(alias.toLowerCase(Locale.ROOT).strip().replace(' ', '_'), activity));
    return dictionary;
  }
}

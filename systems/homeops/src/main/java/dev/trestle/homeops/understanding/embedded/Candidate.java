package dev.trestle.homeops.understanding.embedded;

import java.util.Set;

/**
 * A part of a message that may name an activity.
 *
 * @param activity from the lexicon; empty if it knows none
 * @param tenses all forms that the verb can be
 * @param at the verb, or the word used in its place
 * @param from the first token of its clause
 * @param to the token after its clause
 * @param specificity how many words of the rule were found
 * @param noun the noun that the rule found, or -1
 * @param foreign whether the first named thing does not go with the activity
 */
record Candidate(
    String activity,
    Set<Tense> tenses,
    int at,
    int from,
    int to,
    int specificity,
    int noun,
    boolean foreign,
    Subject subject) {
  boolean isKnown() {
    return !activity.isEmpty();
  }

  boolean is(Tense tense) {
    return tenses.contains(tense);
  }
}

package dev.trestle.homeops.understanding.embedded;

/** Classes of words that modify an activity. Their members are in {@code words.txt}. */
enum WordClass {
  FIRST,
  SECOND,
  THIRD,
  DETERMINER,
  SKIP,
  AUXILIARY,
  QUESTION,
  NEGATION,
  FUTURE,
  SOON,
  NOW,
  MODAL,
  HYPOTHETICAL,
  SUBORDINATE,
  REPORTED,
  THANKS,
  HABIT,
  ELSEWHERE,
  ALMOST,
  FORGOT,
  FAILED,
  PLEASE,
  DONE,
  OTHER_PERSON,
  /** Frequent words without further meaning. Any other word may be a name. */
  COMMON
}

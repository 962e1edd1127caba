package dev.trestle.homeops.understanding.embedded;

/** The form of a verb, or of the word used in its place. */
enum Tense {
  INFINITIVE,
  PRESENT,
  PAST,
  SUPINE,
  PARTICIPLE,
  GERUND,
  IMPERATIVE,
  /** No verb, but a word or sign that says it is done: "disken klar", "bins ✅". */
  MARK,
  /** Neither verb nor sign. */
  NONE
}

package dev.trestle.homeops;

/** What HomeOps refuses to do. */
public sealed interface Refusal {
  /** There is no such thing, or it is another household's. */
  record NotFound(String what) implements Refusal {}

  /** A value that was given is not acceptable. */
  record Invalid(String field, String message) implements Refusal {}

  /** The household has as many members as it may have. */
  record HouseholdFull(int max) implements Refusal {}

  /** Only the member who wrote it may change it. */
  record NotYours() implements Refusal {}

  /** The chat is in another app, and is written to there. */
  record Elsewhere() implements Refusal {}

  /** Others changed the same thing, again and again. */
  record Busy() implements Refusal {}

  default RefusedException exception() {
    return new RefusedException(this);
  }
}

package dev.trestle.homeops.model;

/** The kind of an act. */
public enum ActType {
  /** Work that was done. */
  chore,
  /** Rest or recreation. */
  recovery,
  /** An activity is named, but nothing is reported. */
  none,
  /** A chore that the sender will do. */
  promise,
  /** A question about the past. */
  question,
  /** The assistant got something wrong. */
  correction;

  /** Returns whether it is logged. */
  public boolean isDone() {
    return this == chore || this == recovery;
  }
}

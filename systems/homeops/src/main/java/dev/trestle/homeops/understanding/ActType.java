package dev.trestle.homeops.understanding;

import java.util.Locale;

/** The kind of an act. */
public enum ActType {
  /** Work that was done. */
  CHORE,
  /** Rest or recreation. */
  RECOVERY,
  /** An activity is named, but nothing is reported. */
  NONE,
  /** A chore that the sender will do. */
  PROMISE,
  /** A question about the past. */
  QUESTION,
  /** The assistant got something wrong. */
  CORRECTION;

  /** The name in the API. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether it is logged. */
  public boolean isDone() {
    return this == CHORE || this == RECOVERY;
  }
}

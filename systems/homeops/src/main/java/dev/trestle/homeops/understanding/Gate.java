package dev.trestle.homeops.understanding;

import java.util.Locale;

/** Why a message that names an activity reports nothing. */
public enum Gate {
  /** Nothing speaks against it. */
  OPEN,
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
  /** It was done by someone who is not a member of the household. */
  NOT_A_MEMBER;

  /** The name in the API. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}

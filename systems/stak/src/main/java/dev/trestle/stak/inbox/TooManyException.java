package dev.trestle.stak.inbox;

/** A limit of an inbox is reached; the text says which. */
public final class TooManyException extends RuntimeException {
  TooManyException(String what) {
    super(what, null, false, false);
  }

  /** What there are too many of. */
  public String what() {
    return String.valueOf(getMessage());
  }
}

package dev.trestle.store;

/** Thrown when a query is given a cursor that is not one of its own. */
public final class InvalidCursorException extends IllegalArgumentException {
  /** What is wrong with it. */
  public enum Reason {
    /** It is no cursor at all. */
    MALFORMED,
    /** It was signed by a key that is no longer accepted, or that never was ours. */
    UNKNOWN_KEY,
    /** It was changed, or made by somebody else. */
    TAMPERED,
    /** It belongs to another query, or to other parameters of this one. */
    OTHER_QUERY
  }

  private final Reason reason;

  InvalidCursorException(Reason reason) {
    super("a cursor that this query did not give");
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}

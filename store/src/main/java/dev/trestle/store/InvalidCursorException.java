package dev.trestle.store;

/** Thrown when a query is given a cursor that it did not return. */
public final class InvalidCursorException extends IllegalArgumentException {
  /** What is wrong with the cursor. */
  public enum Reason {
    /** It is not a cursor. */
    MALFORMED("It is not a cursor of this store."),
    /** It was signed with a key that is no longer accepted, or never was. */
    UNKNOWN_KEY("It was signed with a key that is not accepted here. Start at the first page."),
    /** It was modified or forged. */
    TAMPERED("Its signature does not match: it was modified or forged."),
    /** It belongs to another pattern or table. */
    OTHER_PATTERN("It came from another pattern."),
    /** It belongs to other parameters of this pattern. */
    OTHER_PARAMETERS("It came from this pattern with other parameters.");

    private final String message;

    Reason(String message) {
      this.message = message;
    }
  }

  private final Reason reason;

  InvalidCursorException(String pattern, Reason reason) {
    super("%s does not accept this cursor. %s".formatted(pattern, reason.message));
    this.reason = reason;
  }

  /** What is wrong with it, to tell a stale cursor from a forged one. */
  public Reason reason() {
    return reason;
  }
}

package dev.trestle.homeops;

/** What HomeOps refuses to do, and why. {@code web.Refusals} turns it into the error of the API. */
public abstract sealed class Refusal extends RuntimeException {
  private Refusal(String message) {
    super(message, null, false, false);
  }

  /** There is no such thing, or it is another household's. */
  public static final class NotFound extends Refusal {
    private final String what;

    public NotFound(String what) {
      super("not found");
      this.what = what;
    }

    public String what() {
      return what;
    }
  }

  /** An invalid value. The reason is for people. */
  public static final class Invalid extends Refusal {
    private final String field;
    private final String reason;

    public Invalid(String field, String reason) {
      super("invalid input");
      this.field = field;
      this.reason = reason;
    }

    public String field() {
      return field;
    }

    public String reason() {
      return reason;
    }
  }

  /** The household has as many members as it may have. */
  public static final class HouseholdFull extends Refusal {
    private final int max;

    public HouseholdFull(int max) {
      super("the household is full");
      this.max = max;
    }

    public int max() {
      return max;
    }
  }

  /** Only the member who wrote it may change it. */
  public static final class NotYours extends Refusal {
    public NotYours() {
      super("not this member's");
    }
  }

  /** The chat is in another app, and is written to there. */
  public static final class Elsewhere extends Refusal {
    public Elsewhere() {
      super("the chat is in another app");
    }
  }

  /** The user follows live events on as many pages as allowed. */
  public static final class TooManyStreams extends Refusal {
    public TooManyStreams() {
      super("too many streams");
    }
  }

  /** Others changed the same thing, again and again. */
  public static final class Busy extends Refusal {
    public Busy() {
      super("busy");
    }
  }
}

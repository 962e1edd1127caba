package dev.trestle.messenger;

/**
 * Why Messenger does not do what was asked. The messages are for people and never repeat what the
 * client sent.
 */
public abstract sealed class Refusal extends RuntimeException {
  private Refusal(String message) {
    super(message, null, false, false);
  }

  public String message() {
    return String.valueOf(getMessage());
  }

  /** One field of the input is wrong. */
  public static final class InvalidField extends Refusal {
    private final String field;

    public InvalidField(String field, String message) {
      super(message);
      this.field = field;
    }

    public String field() {
      return field;
    }
  }

  /** Also for a chat that does not exist, so that nobody learns which chats there are. */
  public static final class NotAMember extends Refusal {
    public NotAMember() {
      super("You are not a member of this chat.");
    }
  }

  /** The member's role does not allow it. */
  public static final class Forbidden extends Refusal {
    public Forbidden(String message) {
      super(message);
    }
  }

  /** One of two users blocks the other. */
  public static final class Blocked extends Refusal {
    /** Whether the caller is the one who blocks. */
    public Blocked(boolean byCaller) {
      super(
          byCaller
              ? "You have blocked this person. Unblock them to write to them."
              : "You cannot write to this person.");
    }
  }

  /** There is no such message or member. */
  public static final class NotFound extends Refusal {
    public NotFound(String message) {
      super(message);
    }
  }

  /** It does not fit the current state of the chat. */
  public static final class Conflict extends Refusal {
    public Conflict(String message) {
      super(message);
    }
  }

  /** It cannot be done now, but may work later. */
  public static final class Unavailable extends Refusal {
    public Unavailable(String message) {
      super(message);
    }
  }
}

package dev.trestle.accounts;

import java.time.Duration;

/**
 * Why accounts do not do what was asked. The messages are for people and never repeat what the
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

  /** The session has ended, or the account is closed. */
  public static final class NotSignedIn extends Refusal {
    public NotSignedIn(String message) {
      super(message);
    }
  }

  /** The login code is wrong, used, expired or was guessed too often. It does not say which. */
  public static final class WrongCode extends Refusal {
    public WrongCode() {
      super("This code is wrong or has expired. Request a new one.");
    }
  }

  /** The refresh token is unknown, expired or was used before. */
  public static final class InvalidRefreshToken extends Refusal {
    public InvalidRefreshToken() {
      super("This refresh token is not valid. Sign in again.");
    }
  }

  /** The session belongs to another device. */
  public static final class WrongDevice extends Refusal {
    public WrongDevice() {
      super("This session belongs to another device.");
    }
  }

  /** There is no such user or session. */
  public static final class NotFound extends Refusal {
    public NotFound(String message) {
      super(message);
    }
  }

  /** Too many attempts in a period. */
  public static final class TooManyRequests extends Refusal {
    private final Duration retryAfter;

    public TooManyRequests(Duration retryAfter) {
      super("Too many requests.");
      this.retryAfter = retryAfter;
    }

    public Duration retryAfter() {
      return retryAfter;
    }
  }

  /** It cannot be done now, but may work later. */
  public static final class Unavailable extends Refusal {
    public Unavailable(String message) {
      super(message);
    }
  }
}

package dev.trestle.messenger;

import java.time.Duration;
import java.util.Optional;

/** What somebody asked for is not done, and why. The text never has what they sent in it. */
public final class Refused extends RuntimeException {
  /** Why, in a word that programs know. */
  public enum Code {
    VALIDATION_ERROR,
    UNAUTHORIZED,
    INVALID_OTP,
    INVALID_REFRESH_TOKEN,
    DEVICE_MISMATCH,
    FORBIDDEN,
    NOT_A_MEMBER,
    NOT_FOUND,
    CONFLICT,
    RATE_LIMITED,
    SERVICE_UNAVAILABLE
  }

  private final Code code;
  private final Optional<String> field;
  private final Optional<Duration> retryAfter;

  private Refused(
      Code code, String message, Optional<String> field, Optional<Duration> retryAfter) {
    super(message, null, false, false);
    this.code = code;
    this.field = field;
    this.retryAfter = retryAfter;
  }

  public static Refused of(Code code, String message) {
    return new Refused(code, message, Optional.empty(), Optional.empty());
  }

  /** A field of the input does not fit. */
  public static Refused invalid(String field, String message) {
    return new Refused(Code.VALIDATION_ERROR, message, Optional.of(field), Optional.empty());
  }

  /** Also for a chat that does not exist: who is not in it learns nothing about it. */
  public static Refused notAMember() {
    return of(Code.NOT_A_MEMBER, "You are not a member of this chat.");
  }

  public static Refused forbidden(String message) {
    return of(Code.FORBIDDEN, message);
  }

  public static Refused conflict(String message) {
    return of(Code.CONFLICT, message);
  }

  public static Refused tooOften(Duration retryAfter) {
    return new Refused(
        Code.RATE_LIMITED, "Too many requests.", Optional.empty(), Optional.of(retryAfter));
  }

  public Code code() {
    return code;
  }

  public String message() {
    return String.valueOf(getMessage());
  }

  /** The field that does not fit, where it is about one. */
  public Optional<String> field() {
    return field;
  }

  public Optional<Duration> retryAfter() {
    return retryAfter;
  }
}

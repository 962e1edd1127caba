package dev.trestle.stak.client;

/** The server returned an error. */
public final class StakException extends RuntimeException {
  private final int status;
  private final String code;

  StakException(int status, String code, String message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  public int status() {
    return status;
  }

  /** The error's code, such as {@code VALIDATION_ERROR}. */
  public String code() {
    return code;
  }
}

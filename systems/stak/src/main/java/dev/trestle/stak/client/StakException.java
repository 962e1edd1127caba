package dev.trestle.stak.client;

/** The server refused a call. */
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

  /** The code for programs, {@code VALIDATION_ERROR} for one. */
  public String code() {
    return code;
  }
}

package dev.trestle.accounts.client;

/** The server refused a call. */
public final class CallFailed extends RuntimeException {
  private final int status;
  private final String code;

  public CallFailed(int status, String code) {
    super(code + " (" + status + ")");
    this.status = status;
    this.code = code;
  }

  public int status() {
    return status;
  }

  public String code() {
    return code;
  }
}

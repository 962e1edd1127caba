package dev.trestle.http;

/** Ends the reading of a WebSocket. */
final class FaultyFrame extends Exception {
  private final int code;

  FaultyFrame(int code) {
    super("closed with " + code, null, false, false);
    this.code = code;
  }

  /** The code to close with. */
  int code() {
    return code;
  }
}

package dev.trestle.http;

/** A client broke the WebSocket protocol or a limit. */
final class BadFrameException extends Exception {
  private final int closeCode;

  BadFrameException(int closeCode) {
    super("closed with " + closeCode, null, false, false);
    this.closeCode = closeCode;
  }

  /** The code to close the WebSocket with. */
  int closeCode() {
    return closeCode;
  }
}

package dev.trestle.http;

/** Why a WebSocket was closed, as RFC 6455 numbers it. */
public final class CloseCode {
  public static final int NORMAL = 1000;

  /** The server stops, or the client leaves the page. */
  public static final int GOING_AWAY = 1001;

  /** A frame breaks the protocol. */
  public static final int PROTOCOL = 1002;

  /** A message is of a kind that is not accepted, such as binary. */
  public static final int UNACCEPTABLE = 1003;

  /** The client closed without a code. Never sent. */
  public static final int NONE = 1005;

  /** The connection ended without a close frame. Never sent. */
  public static final int GONE = 1006;

  /** A text is not UTF-8. */
  public static final int NOT_UTF8 = 1007;

  /** A message is not allowed, for a reason that has no code of its own. */
  public static final int POLICY = 1008;

  public static final int TOO_BIG = 1009;

  /** The server failed. */
  public static final int INTERNAL = 1011;

  /** The client should reconnect later. */
  public static final int TRY_LATER = 1013;

  private static final int LAST_REGISTERED = 1014;
  private static final int FIRST_OF_APPLICATIONS = 3000;
  private static final int LAST_OF_APPLICATIONS = 4999;

  private CloseCode() {}

  /** Whether a close frame may contain the code. */
  static boolean maySend(int code) {
    if (code >= FIRST_OF_APPLICATIONS) return code <= LAST_OF_APPLICATIONS;
    return (code >= NORMAL && code <= UNACCEPTABLE)
        || (code >= NOT_UTF8 && code <= LAST_REGISTERED);
  }
}

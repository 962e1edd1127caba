package dev.trestle.http;

/** Why a WebSocket was closed, as RFC 6455 numbers it. */
public final class CloseCode {
  public static final int NORMAL = 1000;

  /** The server stops, or the page is left. */
  public static final int GOING_AWAY = 1001;

  /** What came breaks the rules of the protocol. */
  public static final int PROTOCOL = 1002;

  /** What came is of a kind that is not taken, such as binary messages. */
  public static final int UNACCEPTABLE = 1003;

  /** The other side closed without saying why. Is never sent. */
  public static final int NONE = 1005;

  /** The other side went without closing. Is never sent. */
  public static final int GONE = 1006;

  /** A text is not UTF-8. */
  public static final int NOT_UTF8 = 1007;

  /** What came is not allowed, in a way that has no number of its own. */
  public static final int POLICY = 1008;

  public static final int TOO_BIG = 1009;

  /** A fault of the server's own. */
  public static final int INTERNAL = 1011;

  /** The server asks to come back later. */
  public static final int TRY_LATER = 1013;

  private static final int LAST_REGISTERED = 1014;
  private static final int FIRST_OF_APPLICATIONS = 3000;
  private static final int LAST_OF_APPLICATIONS = 4999;

  private CloseCode() {}

  /** Whether it may stand in a close frame. */
  static boolean maySend(int code) {
    if (code >= FIRST_OF_APPLICATIONS) return code <= LAST_OF_APPLICATIONS;
    return (code >= NORMAL && code <= UNACCEPTABLE)
        || (code >= NOT_UTF8 && code <= LAST_REGISTERED);
  }
}

package dev.trestle.http;

/** Why what came in is not a request. */
public enum Fault {
  /** It breaks the rules of HTTP. */
  MALFORMED,
  /** The request line and the headers are longer than allowed. */
  HEAD_TOO_LARGE,
  /** The body is longer than allowed. */
  BODY_TOO_LARGE,
  /** The other side stopped sending in the middle. */
  CUT_OFF,
  /** It did not arrive in time. */
  TOO_SLOW
}

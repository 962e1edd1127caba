package dev.trestle.http;

/** Why what was received is not a valid request. */
public enum RequestError {
  /** It breaks the rules of HTTP. */
  MALFORMED,
  /** The request line and the headers are longer than allowed. */
  HEAD_TOO_LARGE,
  /** The body is longer than allowed. */
  BODY_TOO_LARGE,
  /** The client stopped sending in the middle of the request. */
  CUT_OFF,
  /** The request did not arrive in time. */
  TOO_SLOW,
  /** Too many connections are open, in all or from the client's address. */
  TOO_MANY_CONNECTIONS
}

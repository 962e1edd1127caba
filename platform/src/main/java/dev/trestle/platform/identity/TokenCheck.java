package dev.trestle.platform.identity;

/** How the check of a token ended. */
public sealed interface TokenCheck {
  record Valid(Identity identity) implements TokenCheck {}

  record Invalid(Reason reason) implements TokenCheck {}

  /** Why a token is refused; for logs and tests, callers only learn that it is. */
  enum Reason {
    /** It is no signed JWT, or too long for one. */
    MALFORMED,
    /** It is not signed by RS256. */
    ALGORITHM,
    /** It asks for something in its header that is not understood. */
    HEADER,
    UNKNOWN_ISSUER,
    /** None of its issuer's keys has that id. */
    UNKNOWN_KEY,
    SIGNATURE,
    AUDIENCE,
    EXPIRED,
    NOT_YET_VALID,
    MISSING_CLAIM
  }
}

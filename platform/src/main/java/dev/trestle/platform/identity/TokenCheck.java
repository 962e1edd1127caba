package dev.trestle.platform.identity;

/** The outcome of verifying a token. */
public sealed interface TokenCheck {
  record Valid(Identity identity) implements TokenCheck {}

  record Invalid(Reason reason) implements TokenCheck {}

  /** Why a token is refused, for logs and tests. Callers only learn that it is. */
  enum Reason {
    /** Not a signed JWT, or too long. */
    MALFORMED,
    /** Not signed with RS256. */
    ALGORITHM,
    /** Its header requires something unknown. */
    HEADER,
    UNKNOWN_ISSUER,
    /** Its issuer has no key of that id. */
    UNKNOWN_KEY,
    SIGNATURE,
    AUDIENCE,
    EXPIRED,
    NOT_YET_VALID,
    MISSING_CLAIM
  }
}

package dev.trestle.platform.identity;

import java.time.Instant;
import java.util.Set;

/**
 * Whom a verified token identifies.
 *
 * @param subject the user's id
 * @param session the session it was issued for
 * @param token the token's own id
 */
public record Identity(
    String issuer,
    String subject,
    String session,
    String token,
    Set<String> scopes,
    Instant issued,
    Instant expires) {
  public boolean may(String scope) {
    return scopes.contains(scope);
  }
}

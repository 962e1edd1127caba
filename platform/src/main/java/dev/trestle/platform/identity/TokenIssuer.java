package dev.trestle.platform.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import java.util.Set;
import java.util.function.Supplier;

/** Issues access tokens: JWTs signed with RS256. */
public final class TokenIssuer {
  private final String issuer;
  private final String audience;
  private final Duration life;
  private final SigningKeys keys;
  private final InstantSource clock;
  private final Supplier<String> ids;

  /**
   * Creates an issuer.
   *
   * @param ids the tokens' own ids
   */
  public TokenIssuer(
      String issuer,
      String audience,
      Duration life,
      SigningKeys keys,
      InstantSource clock,
      Supplier<String> ids) {
    this.issuer = issuer;
    this.audience = audience;
    this.life = life;
    this.keys = keys;
    this.clock = clock;
    this.ids = ids;
  }

  /** How long tokens are valid. */
  public Duration life() {
    return life;
  }

  /** A token for a user's session. */
  public String issue(String subject, String session, Set<String> scopes) {
    var now = clock.instant();
    var claims =
        new JWTClaimsSet.Builder()
            .issuer(issuer)
            .audience(audience)
            .subject(subject)
            .claim("sid", session)
            .claim("scope", String.join(" ", scopes))
            .jwtID(ids.get())
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plus(life)))
            .build();
    var key = keys.current(now);
    var header =
        new JWSHeader.Builder(JWSAlgorithm.RS256)
            .type(JOSEObjectType.JWT)
            .keyID(key.getKeyID())
            .build();
    var token = new SignedJWT(header, claims);
    try {
      token.sign(new RSASSASigner(key));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
    return token.serialize();
  }
}

package dev.trestle.platform.identity;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.identity.TokenCheck.Invalid;
import dev.trestle.platform.identity.TokenCheck.Reason;
import dev.trestle.platform.identity.TokenCheck.Valid;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the tokens of trusted issuers. The algorithm is fixed by the verifier, and the key is
 * looked up by its id among the issuer's keys; neither is taken from the token.
 *
 * <p>A valid signature is cached by the token's hash, because a client sends the same token with
 * every request and verifying it costs more than most requests. Whether the key is still trusted
 * and the token has not expired is checked every time. Rejected tokens are not cached, so only an
 * issuer can fill the cache.
 */
public final class TokenVerifier {
  /** A trusted issuer, the audience that its tokens must have, and its keys. */
  public record Trusted(String issuer, String audience, VerificationKeys keys) {}

  private static final int TOKEN_MAX = 4096;
  private static final int REMEMBERED_MAX = 20_000;
  private static final Duration LEEWAY = Duration.ofSeconds(30);

  private final Map<String, Trusted> issuers;
  private final InstantSource clock;
  private final Cache<String, Signed> remembered =
      Caffeine.newBuilder().maximumSize(REMEMBERED_MAX).build();

  /** The claims that a valid signature confirms. */
  private record Signed(
      Trusted trusted, RSAKey key, Identity identity, Optional<Instant> notBefore) {}

  public TokenVerifier(List<Trusted> issuers, InstantSource clock) {
    var byName = new LinkedHashMap<String, Trusted>();
    for (var trusted : issuers) {
      if (byName.put(trusted.issuer, trusted) != null) {
        throw new IllegalArgumentException("two issuers of one name");
      }
    }
    this.issuers = byName;
    this.clock = clock;
  }

  public TokenCheck check(String token) {
    if (token.length() > TOKEN_MAX) return new Invalid(Reason.MALFORMED);
    var hash = hash(token);
    var known = remembered.getIfPresent(hash);
    if (known != null && known.trusted.keys.keys().contains(known.key)) return inItsTime(known);
    try {
      var jwt = SignedJWT.parse(token);
      return check(hash, jwt, jwt.getJWTClaimsSet());
    } catch (ParseException | IllegalArgumentException e) {
      // "alg": "none" ends here, too: such a token is not signed.
      return new Invalid(Reason.MALFORMED);
    }
  }

  private static String hash(String token) {
    return new String(Sha256.of(token), ISO_8859_1);
  }

  private TokenCheck check(String hash, SignedJWT jwt, JWTClaimsSet claims) throws ParseException {
    var header = jwt.getHeader();
    if (!JWSAlgorithm.RS256.equals(header.getAlgorithm())) return new Invalid(Reason.ALGORITHM);
    if (header.getCriticalParams() != null && !header.getCriticalParams().isEmpty()) {
      return new Invalid(Reason.HEADER);
    }
    if (header.getType() != null && !header.getType().toString().equalsIgnoreCase("JWT")) {
      return new Invalid(Reason.HEADER);
    }
    var trusted = issuers.get(Objects.requireNonNullElse(claims.getIssuer(), ""));
    if (trusted == null) return new Invalid(Reason.UNKNOWN_ISSUER);
    var key = key(trusted, Objects.requireNonNullElse(header.getKeyID(), ""));
    if (key.isEmpty()) return new Invalid(Reason.UNKNOWN_KEY);
    if (!isSignedBy(key.get(), jwt)) return new Invalid(Reason.SIGNATURE);
    if (!Objects.requireNonNullElse(claims.getAudience(), List.of()).contains(trusted.audience)) {
      return new Invalid(Reason.AUDIENCE);
    }
    var identity = identity(claims);
    if (identity.isEmpty()) return new Invalid(Reason.MISSING_CLAIM);
    var from = Optional.ofNullable(claims.getNotBeforeTime()).map(Date::toInstant);
    var signed = new Signed(trusted, key.get(), identity.get(), from);
    remembered.put(hash, signed);
    return inItsTime(signed);
  }

  private TokenCheck inItsTime(Signed signed) {
    var now = clock.instant();
    var identity = signed.identity;
    if (!now.isBefore(identity.expires().plus(LEEWAY))) return new Invalid(Reason.EXPIRED);
    boolean isEarly =
        isAhead(now, identity.issued())
            || signed.notBefore.filter(time -> isAhead(now, time)).isPresent();
    return isEarly ? new Invalid(Reason.NOT_YET_VALID) : new Valid(identity);
  }

  private static Optional<RSAKey> key(Trusted trusted, String id) {
    if (id.isEmpty()) return Optional.empty();
    return trusted.keys.keys().stream().filter(key -> id.equals(key.getKeyID())).findFirst();
  }

  private static boolean isSignedBy(RSAKey key, SignedJWT jwt) {
    try {
      return jwt.verify(new RSASSAVerifier(key));
    } catch (JOSEException e) {
      return false;
    }
  }

  /** Returns whom the token identifies; empty if it lacks one of the required claims. */
  private static Optional<Identity> identity(JWTClaimsSet claims) throws ParseException {
    var subject = text(claims.getSubject());
    var session = text(claims.getStringClaim("sid"));
    var id = text(claims.getJWTID());
    var scope = Optional.ofNullable(claims.getStringClaim("scope"));
    var issued = Optional.ofNullable(claims.getIssueTime()).map(Date::toInstant);
    var expires = Optional.ofNullable(claims.getExpirationTime()).map(Date::toInstant);
    if (subject.isEmpty()
        || session.isEmpty()
        || id.isEmpty()
        || scope.isEmpty()
        || issued.isEmpty()
        || expires.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Identity(
            claims.getIssuer(),
            subject.get(),
            session.get(),
            id.get(),
            scopes(scope.get()),
            issued.get(),
            expires.get()));
  }

  private static Set<String> scopes(String scope) {
    var names = new LinkedHashSet<String>();
    for (var name : scope.split(" ", -1)) if (!name.isEmpty()) names.add(name);
    return Set.copyOf(names);
  }

  private static boolean isAhead(Instant now, Instant time) {
    return time.isAfter(now.plus(LEEWAY));
  }

  private static Optional<String> text(@Nullable String claim) {
    return Optional.ofNullable(claim).filter(value -> !value.isBlank());
  }
}

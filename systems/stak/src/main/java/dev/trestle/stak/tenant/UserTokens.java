package dev.trestle.stak.tenant;

import dev.trestle.platform.identity.SigningKeys;
import dev.trestle.platform.identity.TokenCheck;
import dev.trestle.platform.identity.TokenIssuer;
import dev.trestle.platform.identity.TokenVerifier;
import dev.trestle.platform.identity.TokenVerifier.Trusted;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.UserId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Tokens for one user of one tenant, which a widget in a browser can hold. */
public final class UserTokens {
  private static final String ISSUER = "stak";
  private static final String AUDIENCE = "stak-users";
  private static final String SESSION = "stak";
  private static final String TENANT_SCOPE = "tenant:";
  private static final Duration LIFETIME = Duration.ofHours(1);

  private final TokenIssuer issuer;
  private final TokenVerifier verifier;

  public UserTokens(SigningKeys keys, InstantSource clock, Supplier<String> tokenIds) {
    issuer = new TokenIssuer(ISSUER, AUDIENCE, LIFETIME, keys, clock, tokenIds);
    verifier = new TokenVerifier(List.of(new Trusted(ISSUER, AUDIENCE, keys)), clock);
  }

  public Duration lifetime() {
    return LIFETIME;
  }

  public String issue(TenantId tenant, UserId user) {
    return issuer.issue(user.value(), SESSION, Set.of(TENANT_SCOPE + tenant));
  }

  /** The user of a token, if it is valid and of this tenant. */
  public Optional<UserId> user(TenantId tenant, String token) {
    return switch (verifier.check(token)) {
      case TokenCheck.Valid(var identity) ->
          identity.may(TENANT_SCOPE + tenant) ? UserId.parse(identity.subject()) : Optional.empty();
      case TokenCheck.Invalid _ -> Optional.empty();
    };
  }
}

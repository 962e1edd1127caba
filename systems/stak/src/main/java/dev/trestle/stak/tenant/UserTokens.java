package dev.trestle.stak.tenant;

import dev.trestle.platform.identity.SigningKeys;
import dev.trestle.platform.identity.TokenCheck;
import dev.trestle.platform.identity.TokenIssuer;
import dev.trestle.platform.identity.TokenVerifier;
import dev.trestle.platform.identity.TokenVerifier.Trusted;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Tokens for one user of one tenant: what a widget in a browser has. */
public final class UserTokens {
  private static final String ISSUER = "stak";
  private static final String AUDIENCE = "stak-users";
  private static final String SESSION = "stak";
  private static final String TENANT_SCOPE = "tenant:";
  private static final Duration LIFE = Duration.ofHours(1);

  private final TokenIssuer issuer;
  private final TokenVerifier verifier;

  /**
   * Makes them.
   *
   * @param ids of the tokens themselves
   */
  public UserTokens(SigningKeys keys, InstantSource clock, Supplier<String> ids) {
    issuer = new TokenIssuer(ISSUER, AUDIENCE, LIFE, keys, clock, ids);
    verifier = new TokenVerifier(List.of(new Trusted(ISSUER, AUDIENCE, keys)), clock);
  }

  public Duration life() {
    return issuer.life();
  }

  public String issue(String tenant, String user) {
    return issuer.issue(user, SESSION, Set.of(TENANT_SCOPE + tenant));
  }

  /** Whom a token speaks for, if it is good and of this tenant. */
  public Optional<String> user(String tenant, String token) {
    return switch (verifier.check(token)) {
      case TokenCheck.Valid(var identity) ->
          identity.may(TENANT_SCOPE + tenant) && Names.isUser(identity.subject())
              ? Optional.of(identity.subject())
              : Optional.empty();
      case TokenCheck.Invalid _ -> Optional.empty();
    };
  }
}

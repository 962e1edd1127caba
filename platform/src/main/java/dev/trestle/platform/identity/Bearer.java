package dev.trestle.platform.identity;

import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import java.util.Optional;

/** Authenticates calls by a token: {@code Authorization: Bearer …}. */
public final class Bearer {
  private static final String SCHEME = "Bearer ";

  private final TokenVerifier verifier;

  public Bearer(TokenVerifier verifier) {
    this.verifier = verifier;
  }

  /** Requires a valid token and notes the {@link Identity} on the call. */
  public Endpoint signedIn(Endpoint endpoint) {
    return call -> {
      call.note(identity(call));
      return endpoint.handle(call);
    };
  }

  /** The same, and the token must have this scope. */
  public Endpoint signedIn(String scope, Endpoint endpoint) {
    return signedIn(call -> {
      if (!call.noted(Identity.class).may(scope)) {
        throw ApiError.forbidden("This token is not meant for that.");
      }
      return endpoint.handle(call);
    });
  }

  /**
   * Returns the caller.
   *
   * @throws ApiError 401, the same for every bad token
   */
  public Identity identity(Call call) {
    var identity = identity(token(call).orElseThrow(Bearer::refused));
    call.markAuthenticated();
    return identity;
  }

  /** The token in the {@code Authorization} header, unchecked. */
  public static Optional<String> token(Call call) {
    return call.header("authorization")
        .filter(header -> header.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
        .map(header -> header.substring(SCHEME.length()).strip());
  }

  /** The identity of a token that came another way, such as a WebSocket's subprotocol. */
  public Identity identity(String token) {
    return switch (verifier.check(token)) {
      case TokenCheck.Valid(var identity) -> identity;
      case TokenCheck.Invalid _ -> throw refused();
    };
  }

  /** 401, the same for every token that is missing or wrong. */
  public static ApiError refused() {
    return ApiError.unauthorized("A valid access token is needed.")
        .with("WWW-Authenticate", "Bearer");
  }
}

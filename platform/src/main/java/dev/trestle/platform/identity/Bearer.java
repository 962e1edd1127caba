package dev.trestle.platform.identity;

import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;

/** Calls that bring a token: {@code Authorization: Bearer …}. */
public final class Bearer {
  private static final String SCHEME = "Bearer ";

  private final TokenVerifier verifier;

  public Bearer(TokenVerifier verifier) {
    this.verifier = verifier;
  }

  /** Only for callers with a good token; who they are is noted as {@link Identity}. */
  public Endpoint signedIn(Endpoint endpoint) {
    return call -> {
      call.note(identity(call));
      return endpoint.answer(call);
    };
  }

  /** The same, and the token must have this scope. */
  public Endpoint signedIn(String scope, Endpoint endpoint) {
    return signedIn(call -> {
      if (!call.noted(Identity.class).may(scope)) {
        throw ApiError.forbidden("This token is not meant for that.");
      }
      return endpoint.answer(call);
    });
  }

  /**
   * Who calls.
   *
   * @throws ApiError 401, in the same words whatever is wrong with the token
   */
  public Identity identity(Call call) {
    var header = call.header("authorization").orElse("");
    if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) throw refused();
    return identity(header.substring(SCHEME.length()).strip());
  }

  /** Whom a token speaks for that came by another way: a WebSocket's subprotocol, say. */
  public Identity identity(String token) {
    return switch (verifier.check(token)) {
      case TokenCheck.Valid(var identity) -> identity;
      case TokenCheck.Invalid _ -> throw refused();
    };
  }

  private static ApiError refused() {
    return ApiError.unauthorized("A valid access token is needed.")
        .with("WWW-Authenticate", "Bearer");
  }
}

package dev.trestle.accounts.web;

import dev.trestle.accounts.Caller;
import dev.trestle.accounts.Refusal;
import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.session.DeviceSessions;
import dev.trestle.accounts.session.Revocations;
import dev.trestle.platform.identity.Bearer;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import java.util.Optional;

/** Lets in callers who have an access token of a session that has not ended. */
public final class SignedIn {
  /** The scope that access tokens of people have. */
  static final String SCOPE = "account";

  private final Bearer bearer;
  private final Revocations revocations;
  private final DeviceSessions sessions;

  public SignedIn(Bearer bearer, Revocations revocations, DeviceSessions sessions) {
    this.bearer = bearer;
    this.revocations = revocations;
    this.sessions = sessions;
  }

  /** The endpoint for signed-in callers only; {@link #caller(Call)} says who they are. */
  public Endpoint around(Endpoint endpoint) {
    return bearer.signedIn(
        SCOPE,
        call -> {
          call.note(caller(call.noted(Identity.class)));
          return endpoint.handle(call);
        });
  }

  /** Who makes a call that passed the guard. */
  public static Caller caller(Call call) {
    return call.noted(Caller.class);
  }

  /**
   * Who a token belongs to, checked against the stored session (M16). For long-lived connections,
   * which outlast their token.
   *
   * @param device the device that the client names, if it does
   * @throws ApiError 401 or 403
   */
  public Caller verify(String token, Optional<String> device) {
    var identity = bearer.identity(token);
    if (!identity.may(SCOPE)) throw ApiError.forbidden("This token is not meant for that.");
    var caller = caller(identity);
    try {
      return sessions
          .current(caller.session(), device)
          .filter(session -> session.userId().equals(caller.user()))
          .map(_ -> caller)
          .orElseThrow(SignedIn::ended);
    } catch (Refusal refusal) {
      throw Refusals.error(refusal);
    }
  }

  private Caller caller(Identity identity) {
    var session = new SessionId(identity.session());
    if (revocations.isRevoked(session)) throw ended();
    return new Caller(new UserId(identity.subject()), session);
  }

  private static ApiError ended() {
    return ApiError.unauthorized("This session has ended. Sign in again.");
  }
}

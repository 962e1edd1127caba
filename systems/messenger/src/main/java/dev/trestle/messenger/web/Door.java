package dev.trestle.messenger.web;

import dev.trestle.messenger.Refused;
import dev.trestle.messenger.identity.Revocations;
import dev.trestle.messenger.model.SessionId;
import dev.trestle.messenger.model.UserId;
import dev.trestle.platform.identity.Bearer;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;

/** Lets in who has a token of a session that has not ended. */
final class Door {
  static final String SCOPE = "messenger";

  private final Bearer bearer;
  private final Revocations revocations;

  Door(Bearer bearer, Revocations revocations) {
    this.bearer = bearer;
    this.revocations = revocations;
  }

  Endpoint signedIn(Endpoint endpoint) {
    return bearer.signedIn(
        SCOPE,
        call -> {
          call.note(caller(call.noted(Identity.class)));
          return endpoint.answer(call);
        });
  }

  /** Whom this token speaks for. */
  Caller caller(String token) {
    var identity = bearer.identity(token);
    if (!identity.may(SCOPE)) throw ApiError.forbidden("This token is not meant for that.");
    return caller(identity);
  }

  private Caller caller(Identity identity) {
    var session = new SessionId(identity.session());
    if (revocations.isRevoked(session)) {
      throw Refused.of(Refused.Code.UNAUTHORIZED, "This session has ended. Log in again.");
    }
    return new Caller(new UserId(identity.subject()), session);
  }

  static UserId user(Call call) {
    return call.noted(Caller.class).user();
  }
}

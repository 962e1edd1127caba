package dev.trestle.accounts.web;

import dev.trestle.accounts.Refusal;
import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.model.Sessions.Session;
import dev.trestle.accounts.session.DeviceSessions;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.DataBody;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.ListBody;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** {@code /api/v1/sessions}: the devices on which a user is signed in. */
public final class SessionsApi {
  record SessionView(
      String sessionId, String deviceId, Instant createdAt, Instant expiresAt, boolean isCurrent) {
    static SessionView of(Session session, SessionId current) {
      return new SessionView(
          session.sessionId().value(),
          session.deviceId(),
          session.createdAt(),
          session.expiresAt(),
          session.sessionId().equals(current));
    }
  }

  record RevokedView(int revoked) {}

  private final DeviceSessions sessions;

  public SessionsApi(DeviceSessions sessions) {
    this.sessions = sessions;
  }

  /**
   * The routes.
   *
   * @param signedIn makes an endpoint one for signed-in users
   */
  public Router routes(UnaryOperator<Endpoint> signedIn) {
    return new Router()
        .get("/", this::list)
        .delete("/", this::revokeAll)
        .delete("/{session}", this::revoke)
        .around(endpoint -> signedIn.apply(Refusals.around(endpoint)));
  }

  private Reply list(Call call) {
    var caller = SignedIn.caller(call);
    var views =
        sessions.of(caller.user()).stream()
            .map(session -> SessionView.of(session, caller.session()))
            .toList();
    return Reply.ok(ListBody.whole(views));
  }

  private Reply revoke(Call call) {
    var session =
        SessionId.parse(call.pathParameter("session"))
            .orElseThrow(() -> new Refusal.NotFound("There is no such session."));
    sessions.revoke(SignedIn.caller(call).user(), session);
    return Reply.nothing();
  }

  private Reply revokeAll(Call call) {
    var caller = SignedIn.caller(call);
    boolean includeCurrent =
        switch (call.query("include_current").orElse("false")) {
          case "true" -> true;
          case "false" -> false;
          default -> throw ApiError.invalid("include_current", "Use true or false.");
        };
    var kept = includeCurrent ? Optional.<SessionId>empty() : Optional.of(caller.session());
    return Reply.ok(new DataBody<>(new RevokedView(sessions.revokeAll(caller.user(), kept))));
  }
}

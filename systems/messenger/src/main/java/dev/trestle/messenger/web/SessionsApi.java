package dev.trestle.messenger.web;

import dev.trestle.messenger.identity.Logins;
import dev.trestle.messenger.model.SessionId;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.util.Optional;

/** Where somebody is logged in. */
final class SessionsApi {
  record Revoked(int revoked) {}

  private final Logins logins;

  SessionsApi(Logins logins) {
    this.logins = logins;
  }

  void addTo(Router router, Door door) {
    router
        .get("/sessions", door.signedIn(this::list))
        .delete("/sessions", door.signedIn(this::revokeAll))
        .delete("/sessions/{session}", door.signedIn(this::revoke));
  }

  private Reply list(Call call) {
    var caller = call.noted(Caller.class);
    var views =
        logins.of(caller.user()).stream()
            .map(session -> Views.SessionView.of(session, caller.session()))
            .toList();
    return Reply.ok(new Views.Many<>(views, Views.Pagination.WHOLE));
  }

  private Reply revoke(Call call) {
    logins.revoke(Door.user(call), Texts.session(call.place("session")));
    return Reply.nothing();
  }

  private Reply revokeAll(Call call) {
    var caller = call.noted(Caller.class);
    boolean all =
        switch (call.query("include_current").orElse("false")) {
          case "true" -> true;
          case "false" -> false;
          default -> throw ApiError.invalid("include_current", "true or false is expected.");
        };
    var kept = all ? Optional.<SessionId>empty() : Optional.of(caller.session());
    return Reply.ok(new Views.One<>(new Revoked(logins.revokeAll(caller.user(), kept))));
  }
}

package dev.trestle.messenger.web;

import dev.trestle.http.Field;
import dev.trestle.http.SocketLimits;
import dev.trestle.http.Upgrade;
import dev.trestle.messenger.Refused;
import dev.trestle.messenger.identity.Logins;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Opens sockets at {@code /v1/ws}. */
final class SocketApi {
  /** What a browser names beside its token, since it may send no headers. */
  static final String PROTOCOL = "messenger.v1";

  private static final String TOKEN = "bearer.";
  private static final String SCHEME = "Bearer ";

  /** A client that says nothing for so long is gone; it is asked to say something three times. */
  private static final Duration SILENCE = Duration.ofSeconds(90);

  private static final SocketLimits LIMITS =
      new SocketLimits(32 * 1024, 1000, 1 << 20, SILENCE, Duration.ofSeconds(30));

  private final Door door;
  private final Logins logins;
  private final SocketDesk desk;

  SocketApi(Door door, Logins logins, SocketDesk desk) {
    this.door = door;
    this.logins = logins;
    this.desk = desk;
  }

  void addTo(Router router) {
    router.get("/ws", this::open);
  }

  private Reply open(Call call) {
    if (!call.request().asksForWebSocket()) {
      throw ApiError.of(426, "UPGRADE_REQUIRED", "This address is for WebSockets.")
          .with("Upgrade", "websocket")
          .with("Connection", "Upgrade");
    }
    var offered = offered(call);
    var caller = door.caller(token(call, offered));
    var session = logins.current(caller.session(), call.header("x-device-id"));
    if (session.filter(found -> found.userId().equals(caller.user())).isEmpty()) {
      throw Refused.of(Refused.Code.UNAUTHORIZED, "This session has ended. Log in again.");
    }
    var fields =
        offered.contains(PROTOCOL)
            ? List.of(new Field("Sec-WebSocket-Protocol", PROTOCOL))
            : List.<Field>of();
    return Reply.ongoing(new Upgrade(fields, LIMITS, desk.seat(caller)));
  }

  private static List<String> offered(Call call) {
    return call.header("sec-websocket-protocol")
        .map(text -> Arrays.stream(text.split(",", -1)).map(String::strip).toList())
        .orElse(List.of());
  }

  private static String token(Call call, List<String> offered) {
    var header =
        call.header("authorization")
            .filter(text -> text.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
            .map(text -> text.substring(SCHEME.length()).strip());
    Optional<String> offer =
        offered.stream()
            .filter(protocol -> protocol.startsWith(TOKEN))
            .map(protocol -> protocol.substring(TOKEN.length()))
            .findFirst();
    return header
        .or(() -> offer)
        .orElseThrow(() ->
            ApiError.unauthorized("A valid access token is needed.")
                .with("WWW-Authenticate", "Bearer"));
  }
}

package dev.trestle.messenger.web;

import dev.trestle.accounts.Accounts;
import dev.trestle.http.Header;
import dev.trestle.http.WebSocketLimits;
import dev.trestle.http.WebSocketUpgrade;
import dev.trestle.messenger.delivery.Hub;
import dev.trestle.platform.identity.Bearer;
import dev.trestle.platform.system.Ids;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** {@code /v1/ws}: opens sockets. */
public final class SocketApi {
  /** The subprotocol that a browser offers beside its token, since it cannot set headers. */
  static final String PROTOCOL = "messenger.v1";

  private static final String TOKEN = "bearer.";

  /** A client that is silent for this long is gone. It is pinged after half of the time. */
  private static final Duration SILENCE = Duration.ofSeconds(90);

  private static final WebSocketLimits LIMITS =
      new WebSocketLimits(32 * 1024, 1000, 1 << 20, SILENCE, Duration.ofSeconds(30));

  private final Accounts accounts;
  private final MessengerLimits limits;
  private final Ids ids;
  private final Hub hub;
  private final FrameHandler handler;
  private final Frames frames;

  public SocketApi(
      Accounts accounts,
      MessengerLimits limits,
      Ids ids,
      Hub hub,
      FrameHandler handler,
      Frames frames) {
    this.accounts = accounts;
    this.limits = limits;
    this.ids = ids;
    this.hub = hub;
    this.handler = handler;
    this.frames = frames;
  }

  public Router routes() {
    return new Router().get("/ws", this::open);
  }

  private Reply open(Call call) {
    if (!call.request().isWebSocketUpgrade()) {
      throw ApiError.of(426, "UPGRADE_REQUIRED", "This address is for WebSockets.")
          .with("Upgrade", "websocket")
          .with("Connection", "Upgrade");
    }
    var offered = offered(call);
    var token = Bearer.token(call).or(() -> token(offered)).orElseThrow(Bearer::refused);
    var caller = accounts.verify(token, call.header("x-device-id"));
    call.markAuthenticated();
    limits.checkSocket(caller.user());
    var fields =
        offered.contains(PROTOCOL)
            ? List.of(new Header("Sec-WebSocket-Protocol", PROTOCOL))
            : List.<Header>of();
    var session = new SocketSession(caller, ids.next("conn_"), hub, handler, frames);
    return Reply.ongoing(new WebSocketUpgrade(fields, LIMITS, session));
  }

  private static List<String> offered(Call call) {
    return call.header("sec-websocket-protocol")
        .map(text -> Arrays.stream(text.split(",", -1)).map(String::strip).toList())
        .orElse(List.of());
  }

  private static Optional<String> token(List<String> offered) {
    return offered.stream()
        .filter(protocol -> protocol.startsWith(TOKEN))
        .map(protocol -> protocol.substring(TOKEN.length()))
        .findFirst();
  }
}

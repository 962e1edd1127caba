package dev.trestle.app.fleet;

import dev.trestle.http.Hosts;
import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import java.net.URI;
import java.security.MessageDigest;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** An SMS gateway on this machine that hands texts to a listener instead of sending them. */
final class LocalSms implements AutoCloseable {
  private final SiteServer server;
  private final byte[] token;
  private final Consumer<Text> listener;

  /** A text to a phone number. */
  record Text(String to, String text) {}

  private LocalSms(String token, Consumer<Text> listener) {
    this.token = Sha256.of("Bearer " + token);
    this.listener = listener;
    var requests = new AtomicLong();
    var site =
        new Site(new Hosts.Loopback(), () -> "sms_" + requests.incrementAndGet())
            .at("/sms", new Router().post("/", this::send), ErrorShape.PLAIN);
    this.server = SiteServer.start(site, "127.0.0.1", 0);
  }

  static LocalSms start(String token, Consumer<Text> listener) {
    return new LocalSms(token, listener);
  }

  private Reply send(Call call) {
    var given = Sha256.of(call.header("Authorization").orElse(""));
    if (!MessageDigest.isEqual(given, token)) throw ApiError.unauthorized("A token is needed.");
    listener.accept(call.json(Text.class));
    return Reply.nothing();
  }

  URI address() {
    return server.endpoint().resolve("/sms/");
  }

  @Override
  public void close() {
    server.close();
  }
}

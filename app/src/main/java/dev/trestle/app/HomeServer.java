package dev.trestle.app;

import dev.trestle.engine.Engine;
import dev.trestle.http.Hosts;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;

/** Serves the home page and {@code /health}. */
final class HomeServer implements AutoCloseable {
  private static final HeaderName POLICY = HeaderNames.create("Content-Security-Policy");
  private static final HeaderName SNIFFING = HeaderNames.create("X-Content-Type-Options");
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final HomePage page;
  private final Hosts hosts;
  private final WebServer server;

  private HomeServer(Engine engine, String host, int port) {
    this.page = new HomePage(engine);
    this.hosts = Hosts.of(host);
    this.server =
        WebServer.builder()
            .host(host)
            .port(port)
            .shutdownHook(false)
            .shutdownGracePeriod(GRACE)
            .routing(routing ->
                routing
                    .get("/", (request, response) -> html(request, response))
                    .get(
                        "/home.css",
                        (request, response) -> send(request, response, "text/css", page.css()))
                    .get(
                        "/health",
                        (request, response) ->
                            send(request, response, "application/json", "{\"status\":\"ok\"}")))
            .build();
  }

  /** Starts to listen; port 0 takes a free one. */
  static HomeServer start(Engine engine, String host, int port) {
    var server = new HomeServer(engine, host, port);
    server.server.start();
    return server;
  }

  int port() {
    return server.port();
  }

  private void html(ServerRequest request, ServerResponse response) {
    send(request, response, "text/html; charset=utf-8", page.html());
  }

  private void send(ServerRequest request, ServerResponse response, String type, String body) {
    if (!hosts.accept(request.headers().first(HeaderNames.HOST).orElse(""))) {
      response.status(421).send("This server answers to names of this machine only.");
      return;
    }
    response
        .header(HeaderNames.CONTENT_TYPE, type)
        .header(POLICY, "default-src 'none'; style-src 'self'; frame-ancestors 'none'")
        .header(SNIFFING, "nosniff")
        .send(body);
  }

  @Override
  public void close() {
    server.stop();
  }
}

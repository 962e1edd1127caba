package dev.trestle.http;

import io.helidon.common.socket.SocketOptions;
import io.helidon.webserver.WebServer;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.URI;
import java.time.Duration;

/** Listens on a port and has a handler answer what comes. */
public final class HttpServer implements AutoCloseable {
  /** Enough for thousands of clients; what they may hold in memory is bounded elsewhere. */
  private static final int CONNECTIONS_MAX = 32 * 1024;

  private static final int BACKLOG = 4096;
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final WebServer server;
  private final Connections connections;
  private final String host;

  private HttpServer(WebServer server, Connections connections, String host) {
    this.server = server;
    this.connections = connections;
    this.host = host;
  }

  /**
   * Starts to listen; port 0 takes a free one.
   *
   * @throws UncheckedIOException if the port is taken, or the address not one of this machine
   */
  public static HttpServer start(Handler handler, String host, int port, HttpLimits limits) {
    var connections = new Connections(handler, limits);
    var server =
        WebServer.builder()
            .host(host)
            .port(port)
            .backlog(BACKLOG)
            .maxTcpConnections(CONNECTIONS_MAX)
            .shutdownHook(false)
            .shutdownGracePeriod(GRACE)
            .connectionOptions(SocketOptions.builder().tcpNoDelay(true).build())
            .protocolsDiscoverServices(false)
            .addConnectionSelector(connections)
            .build();
    server.start();
    // Helidon logs why it could not start, and goes on as if it had.
    if (!server.isRunning()) {
      var message = "cannot listen on " + host + ":" + port + "; the port may be taken";
      throw new UncheckedIOException(message, new BindException(message));
    }
    connections.start();
    return new HttpServer(server, connections, host);
  }

  public int port() {
    return server.port();
  }

  /** Where clients find this server. */
  public URI endpoint() {
    return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port());
  }

  /**
   * Stops listening, lets the requests under way have their answers, tells streams to end and says
   * goodbye on WebSockets; what is not done after a few seconds is cut off.
   */
  @Override
  public void close() {
    connections.stop();
    server.stop();
    connections.stopWatching();
  }
}

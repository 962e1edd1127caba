package dev.trestle.dynamodb.wire;

import dev.trestle.dynamodb.http.HttpLimits;
import dev.trestle.dynamodb.http.HttpServer;
import dev.trestle.engine.Engine;
import dev.trestle.item.Limits;
import java.io.UncheckedIOException;
import java.net.URI;

/**
 * Serves an engine over HTTP. Signatures are not verified: whoever reaches the port may do
 * everything, so keep it on the loopback address.
 */
public final class WireServer implements AutoCloseable {
  private final HttpServer server;

  private WireServer(HttpServer server) {
    this.server = server;
  }

  /**
   * Starts to listen; port 0 takes a free one. The engine stays the caller's to close.
   *
   * @throws UncheckedIOException if the port is taken, or the address not one of this machine
   */
  public static WireServer start(Engine engine, String host, int port) {
    return start(engine, host, port, HttpLimits.ofBodyBytes(Limits.REQUEST_BYTES));
  }

  /** Starts to listen, with other sizes and times than the usual. */
  public static WireServer start(Engine engine, String host, int port, HttpLimits limits) {
    var handler = new WireHandler(new Protocol(engine), Hosts.of(host), engine.region());
    return new WireServer(HttpServer.start(handler, host, port, limits));
  }

  /** Whether only this machine can reach a server on that address. */
  public static boolean isLoopback(String host) {
    return Hosts.isLoopback(host);
  }

  public int port() {
    return server.port();
  }

  /** Where clients find this server. */
  public URI endpoint() {
    return server.endpoint();
  }

  /** Lets the requests under way end and stops listening. */
  @Override
  public void close() {
    server.close();
  }
}

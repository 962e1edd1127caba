package dev.trestle.dynamodb.wire;

import dev.trestle.dynamodb.wire.signature.SignatureCheck;
import dev.trestle.engine.Engine;
import dev.trestle.http.Hosts;
import dev.trestle.http.HttpLimits;
import dev.trestle.http.HttpServer;
import dev.trestle.item.Limits;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Optional;

/**
 * Serves an engine over HTTP. Where no check of signatures is given, whoever reaches the port may
 * do everything, so keep it on the loopback address.
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
    return start(engine, Optional.empty(), host, port, limits);
  }

  /** Starts to listen, for those alone whose signatures pass the check. */
  public static WireServer start(Engine engine, SignatureCheck signatures, String host, int port) {
    var limits = HttpLimits.ofBodyBytes(Limits.REQUEST_BYTES);
    return start(engine, Optional.of(signatures), host, port, limits);
  }

  private static WireServer start(
      Engine engine,
      Optional<SignatureCheck> signatures,
      String host,
      int port,
      HttpLimits limits) {
    var handler =
        new WireHandler(new Protocol(engine), signatures, Hosts.of(host), engine.region());
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

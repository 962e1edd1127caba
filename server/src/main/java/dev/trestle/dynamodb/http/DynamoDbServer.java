package dev.trestle.dynamodb.http;

import dev.trestle.dynamodb.http.signature.SignatureCheck;
import dev.trestle.engine.Engine;
import dev.trestle.http.ConnectionLimits;
import dev.trestle.http.Hosts;
import dev.trestle.http.HttpLimits;
import dev.trestle.http.HttpServer;
import dev.trestle.item.Limits;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Serves an engine over HTTP. Without a check of signatures, everyone who reaches the port may do
 * everything, so keep it on the loopback address.
 */
public final class DynamoDbServer implements AutoCloseable {
  /** Beside the server of a site in the same process. */
  private static final double SHARE_OF_FILES = 0.25;

  /** The longest request line, and the most bytes of headers, as seen at DynamoDB. */
  private static final int HEAD_BYTES = 16 * 1024;

  private final HttpServer server;

  private DynamoDbServer(HttpServer server) {
    this.server = server;
  }

  /**
   * Starts to listen. Port 0 takes a free one. The caller closes the engine.
   *
   * @throws UncheckedIOException if the port is taken, or the address is not one of this machine
   */
  public static DynamoDbServer start(Engine engine, String host, int port) {
    return start(engine, host, port, limits());
  }

  private static HttpLimits limits() {
    return HttpLimits.ofBodyBytes(Limits.REQUEST_BYTES)
        .head(HEAD_BYTES, HEAD_BYTES)
        .connections(ConnectionLimits.ofFiles(SHARE_OF_FILES));
  }

  /** Starts to listen, with other limits than the default ones. */
  public static DynamoDbServer start(Engine engine, String host, int port, HttpLimits limits) {
    return start(engine, Optional.empty(), host, port, limits);
  }

  /** Starts to listen, for requests with a valid signature only. */
  public static DynamoDbServer start(
      Engine engine, SignatureCheck signatures, String host, int port) {
    var limits = limits();
    return start(engine, Optional.of(signatures), host, port, limits);
  }

  private static DynamoDbServer start(
      Engine engine,
      Optional<SignatureCheck> signatures,
      String host,
      int port,
      HttpLimits limits) {
    var handler =
        new DynamoDbHandler(new JsonProtocol(engine), signatures, Hosts.of(host), engine.region());
    return new DynamoDbServer(HttpServer.start(handler, host, port, limits));
  }

  /** Whether only this machine can reach a server on {@code host}. */
  public static boolean isLoopback(String host) {
    return Hosts.isLoopback(host);
  }

  /** The port that it listens on, also if it was started with 0. */
  public int port() {
    return server.port();
  }

  /** The address that clients connect to. */
  public URI endpoint() {
    return server.endpoint();
  }

  /** Tells the listener if the server can no longer accept connections. */
  public void onFailure(Consumer<Throwable> listener) {
    server.onFailure(listener);
  }

  /** Stops listening and finishes requests under way. */
  @Override
  public void close() {
    server.close();
  }
}

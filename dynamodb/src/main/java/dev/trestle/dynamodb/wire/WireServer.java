package dev.trestle.dynamodb.wire;

import dev.trestle.dynamodb.RequestId;
import dev.trestle.dynamodb.wire.signature.SignatureCheck;
import dev.trestle.dynamodb.wire.signature.SignatureRefusal;
import dev.trestle.dynamodb.wire.signature.SignedRequest;
import dev.trestle.engine.Engine;
import dev.trestle.item.Limits;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Serves an engine over HTTP. Where no check of signatures is given, whoever reaches the port may
 * do everything, so keep it on the loopback address.
 */
public final class WireServer implements AutoCloseable {
  private static final HeaderName TARGET = HeaderNames.create("X-Amz-Target");
  private static final HeaderName REQUEST_ID = HeaderNames.create("x-amzn-RequestId");
  private static final HeaderName CRC32 = HeaderNames.create("x-amz-crc32");
  private static final String JSON = "application/x-amz-json-1.0";
  private static final byte[] HEALTHY = "healthy".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NO_BODY = {};
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Protocol protocol;
  private final Optional<SignatureCheck> signatures;
  private final Hosts hosts;
  private final WebServer server;
  private final String host;

  private WireServer(Engine engine, Optional<SignatureCheck> signatures, String host, int port) {
    this.protocol = new Protocol(engine);
    this.signatures = signatures;
    this.hosts = Hosts.of(host);
    this.host = host;
    this.server =
        WebServer.builder()
            .host(host)
            .port(port)
            .maxPayloadSize(Limits.REQUEST_BYTES)
            .shutdownHook(false)
            .shutdownGracePeriod(GRACE)
            .routing(routing -> routing.any(this::answer))
            .build();
  }

  /**
   * Starts to listen; port 0 takes a free one. The engine stays the caller's to close.
   *
   * @throws UncheckedIOException if the port is taken, or the address not one of this machine
   */
  public static WireServer start(Engine engine, String host, int port) {
    return new WireServer(engine, Optional.empty(), host, port).start(port);
  }

  /** The same, for those alone whose signatures pass the check. */
  public static WireServer start(Engine engine, SignatureCheck signatures, String host, int port) {
    return new WireServer(engine, Optional.of(signatures), host, port).start(port);
  }

  private WireServer start(int port) {
    server.start();
    // Helidon logs why it could not start, and goes on as if it had.
    if (!server.isRunning()) {
      var message = "cannot listen on " + host + ":" + port + "; the port may be taken";
      throw new UncheckedIOException(message, new BindException(message));
    }
    return this;
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
    return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port());
  }

  /** Lets the requests under way end and stops listening. */
  @Override
  public void close() {
    server.stop();
  }

  private void answer(ServerRequest request, ServerResponse response) {
    response.header(REQUEST_ID, RequestId.next());
    if (!hosts.accept(request.headers().first(HeaderNames.HOST).orElse(""))) {
      send(response, WireErrors.foreignHost());
    } else if (request.prologue().method().equals(Method.GET)) {
      response.status(200).send(HEALTHY);
    } else if (!request.prologue().method().equals(Method.POST)) {
      response.status(404).send();
    } else {
      var body = request.content().hasEntity() ? request.content().as(byte[].class) : NO_BODY;
      send(response, verified(request, body));
    }
  }

  /** An operation that is not there is told to anybody, as DynamoDB does. */
  private Answer verified(ServerRequest request, byte[] body) {
    var target = request.headers().first(TARGET).orElse("");
    try {
      if (signatures.isPresent() && protocol.knows(target)) {
        signatures.get().verify(signed(request, body));
      }
    } catch (SignatureRefusal refusal) {
      return WireErrors.of(refusal);
    }
    return protocol.handle(target, request.headers().first(HeaderNames.HOST).orElse(""), body);
  }

  private static SignedRequest signed(ServerRequest request, byte[] body) {
    var prologue = request.prologue();
    var headers = new LinkedHashMap<String, List<String>>();
    request.headers().forEach(header -> headers.put(header.name(), header.allValues()));
    return new SignedRequest(
        prologue.method().text(),
        prologue.uriPath().rawPath(),
        prologue.query().rawValue(),
        headers,
        body);
  }

  private static void send(ServerResponse response, Answer answer) {
    response
        .status(answer.status())
        .header(HeaderNames.CONTENT_TYPE, JSON)
        .header(CRC32, Long.toString(answer.crc32()))
        .send(answer.body());
  }
}

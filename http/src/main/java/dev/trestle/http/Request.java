package dev.trestle.http;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A request with its body. It refers to buffers of its connection, so it is valid until it is
 * answered and only on the thread that handles it. A long body is read when it is first asked for,
 * so that a handler can check who sends it; then an {@link UnreadableBodyException} may be thrown.
 */
public final class Request {
  /** The connection that a request came on. */
  interface Source {
    /** Reads the body, if that has not been done. */
    BodyReader body();

    boolean hasBody();

    InetAddress peer();

    void authenticated();
  }

  private final RequestHead head;
  private final Source source;

  Request(RequestHead head, Source source) {
    this.head = head;
    this.source = source;
  }

  /** Notes that the client has said who it is: its connection counts less from now on. */
  public void markAuthenticated() {
    source.authenticated();
  }

  public String method() {
    return head.method();
  }

  /** The path, with the query if there is one. */
  public String target() {
    return head.target();
  }

  public String path() {
    return head.path();
  }

  /** The query as it was sent; empty if there is none. */
  public String query() {
    return head.query();
  }

  /** The address that the connection comes from, which may be a proxy's. */
  public InetAddress peer() {
    return source.peer();
  }

  /** Whether the request asks for a WebSocket, so that a {@link WebSocketUpgrade} can follow. */
  public boolean isWebSocketUpgrade() {
    return WebSocketHandshake.accept(head).isPresent();
  }

  /** Whether a proxy passed the request on, so that it may come from another machine. */
  public boolean isForwarded() {
    return head.isForwarded();
  }

  /** The first header with this name, in any case. */
  public Optional<String> header(String name) {
    return head.header(name);
  }

  /** All headers, in the order and with the spelling they were sent. */
  public List<Header> headers() {
    return head.headers();
  }

  /** Whether a body follows the head. Chunks may turn out to be none. */
  public boolean hasBody() {
    return source.hasBody();
  }

  /** The array that contains the body, from {@link #bodyStart} on. */
  public byte[] bodyArray() {
    return source.body().bytes();
  }

  public int bodyStart() {
    return source.body().start();
  }

  /** The length of the body as it was sent. */
  public int bodyLength() {
    return source.body().length();
  }

  /** A copy of the body, as it was sent. */
  public byte[] body() {
    var body = source.body();
    return Arrays.copyOfRange(body.bytes(), body.start(), body.start() + body.length());
  }

  @Override
  public String toString() {
    return method() + " " + target() + " " + new String(body(), StandardCharsets.ISO_8859_1);
  }
}

package dev.trestle.http;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A request, body and all. It looks into buffers of its connection: it is good until it is
 * answered, and only for the thread that answers it.
 */
public final class Request {
  private final String method;
  private final String target;
  private final Head head;
  private final byte[] body;
  private final int bodyStart;
  private final int bodyLength;
  private final Supplier<InetAddress> peer;

  Request(Head head, byte[] body, int bodyStart, int bodyLength, Supplier<InetAddress> peer) {
    this.method = head.method();
    this.target = head.target();
    this.head = head;
    this.body = body;
    this.bodyStart = bodyStart;
    this.bodyLength = bodyLength;
    this.peer = peer;
  }

  public String method() {
    return method;
  }

  /** What stands between the method and the version: a path, perhaps with a query. */
  public String target() {
    return target;
  }

  public String path() {
    return head.path();
  }

  /** The query as it was sent, empty where there is none. */
  public String query() {
    int query = target.indexOf('?');
    return query < 0 ? "" : target.substring(query + 1);
  }

  /** Where it comes from: the other side of the connection, which may be a proxy. */
  public InetAddress peer() {
    return peer.get();
  }

  /** Whether it asks for a WebSocket in the way that an {@link Upgrade} can answer. */
  public boolean asksForWebSocket() {
    return Handshake.accept(head).isPresent();
  }

  /** The first header of this name. */
  public Optional<String> header(String name) {
    return head.value(name);
  }

  /** All headers, in the order and the spelling they were sent in. */
  public List<Field> headers() {
    var fields = new ArrayList<Field>(head.count());
    for (int i = 0; i < head.count(); i++) fields.add(new Field(head.name(i), head.value(i)));
    return fields;
  }

  /** The array that has the body, from {@link #bodyStart} on. */
  public byte[] bodyArray() {
    return body;
  }

  public int bodyStart() {
    return bodyStart;
  }

  /** How long the body is, as it was sent. */
  public int bodyLength() {
    return bodyLength;
  }

  /** A copy of the body, as it was sent. */
  public byte[] body() {
    return Arrays.copyOfRange(body, bodyStart, bodyStart + bodyLength);
  }

  @Override
  public String toString() {
    return method
        + " "
        + target
        + " "
        + new String(body, bodyStart, bodyLength, StandardCharsets.ISO_8859_1);
  }
}

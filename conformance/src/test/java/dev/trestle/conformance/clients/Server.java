package dev.trestle.conformance.clients;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.wire.WireServer;
import java.net.URI;

/** A server of its own on a free port, as {@code ./trestle db --in-memory} has it. */
record Server(Trestle trestle, WireServer http) implements AutoCloseable {
  static Server start() {
    var trestle = Trestle.inMemory();
    return new Server(trestle, WireServer.start(trestle.engine(), "127.0.0.1", 0));
  }

  URI endpoint() {
    return http.endpoint();
  }

  @Override
  public void close() {
    http.close();
    trestle.close();
  }
}

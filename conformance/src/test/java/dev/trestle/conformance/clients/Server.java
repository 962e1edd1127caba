package dev.trestle.conformance.clients;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.DynamoDbServer;
import java.net.URI;

/** A server on a free port, like {@code ./trestle db --in-memory}. */
record Server(Trestle trestle, DynamoDbServer http) implements AutoCloseable {
  static Server start() {
    var trestle = Trestle.inMemory();
    return new Server(trestle, DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0));
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

package dev.trestle.testing;

import dev.trestle.dynamodb.http.DynamoDbServer;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** An engine in this process that clients reach over HTTP. */
record HttpTarget(EmbeddedTarget engine, DynamoDbServer server, EndpointTarget clients)
    implements TestTarget {
  static HttpTarget create() {
    var engine = EmbeddedTarget.create();
    var server = DynamoDbServer.start(engine.trestle().engine(), "127.0.0.1", 0);
    return new HttpTarget(engine, server, EndpointTarget.of(server.endpoint().toString()));
  }

  @Override
  public DynamoDbClient client() {
    return clients.client();
  }

  @Override
  public DynamoDbAsyncClient asyncClient() {
    return clients.asyncClient();
  }

  @Override
  public DynamoDbStreamsClient streamsClient() {
    return clients.streamsClient();
  }

  @Override
  public void close() {
    clients.closeConnections();
    server.close();
    engine.close();
  }
}

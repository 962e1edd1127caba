package dev.trestle.testing;

import dev.trestle.dynamodb.wire.WireServer;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** An engine of this process as well, but the clients reach it over HTTP. */
record HttpSubject(EmbeddedSubject engine, WireServer server, EndpointSubject clients)
    implements Subject {
  static HttpSubject create() {
    var engine = EmbeddedSubject.create();
    var server = WireServer.start(engine.trestle().engine(), "127.0.0.1", 0);
    return new HttpSubject(engine, server, EndpointSubject.of(server.endpoint().toString()));
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
    clients.hangUp();
    server.close();
    engine.close();
  }
}

package dev.trestle.testing;

import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** What a test is run against. */
sealed interface Subject extends AutoCloseable permits EmbeddedSubject, EndpointSubject {
  DynamoDbClient client();

  DynamoDbAsyncClient asyncClient();

  DynamoDbStreamsClient streamsClient();

  @Override
  void close();

  static Subject create() {
    return endpoint().<Subject>map(EndpointSubject::of).orElseGet(EmbeddedSubject::create);
  }

  /** The endpoint that tests are pointed at, unless it is an engine in this process. */
  static Optional<String> endpoint() {
    return Optional.ofNullable(System.getProperty("trestle.endpoint"))
        .filter(endpoint -> !endpoint.isBlank());
  }

  default EmbeddedSubject embedded() {
    return switch (this) {
      case EmbeddedSubject subject -> subject;
      case EndpointSubject _ -> throw new IllegalStateException("no engine in this process");
    };
  }
}

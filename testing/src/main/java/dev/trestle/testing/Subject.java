package dev.trestle.testing;

import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** What a test is run against. */
sealed interface Subject extends AutoCloseable
    permits EmbeddedSubject, HttpSubject, EndpointSubject {
  DynamoDbClient client();

  DynamoDbAsyncClient asyncClient();

  DynamoDbStreamsClient streamsClient();

  @Override
  void close();

  static Subject create() {
    return endpoint().<Subject>map(EndpointSubject::of).orElseGet(Subject::inThisProcess);
  }

  private static Subject inThisProcess() {
    return switch (System.getProperty("trestle.face", "embedded")) {
      case "embedded" -> EmbeddedSubject.create();
      case "http" -> HttpSubject.create();
      case String other -> throw new IllegalStateException("no such face: " + other);
    };
  }

  /** The endpoint that tests are pointed at, unless it is an engine in this process. */
  static Optional<String> endpoint() {
    return Optional.ofNullable(System.getProperty("trestle.endpoint"))
        .filter(endpoint -> !endpoint.isBlank());
  }

  default EmbeddedSubject embedded() {
    return switch (this) {
      case EmbeddedSubject subject -> subject;
      case HttpSubject subject -> subject.engine();
      case EndpointSubject _ -> throw new IllegalStateException("no engine in this process");
    };
  }
}

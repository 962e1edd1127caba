package dev.trestle.testing;

import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** What tests run against. */
sealed interface TestTarget extends AutoCloseable
    permits EmbeddedTarget, HttpTarget, EndpointTarget {
  DynamoDbClient client();

  DynamoDbAsyncClient asyncClient();

  DynamoDbStreamsClient streamsClient();

  @Override
  void close();

  static TestTarget create() {
    return endpoint().<TestTarget>map(EndpointTarget::of).orElseGet(TestTarget::inThisProcess);
  }

  private static TestTarget inThisProcess() {
    return switch (System.getProperty("trestle.client", "embedded")) {
      case "embedded" -> EmbeddedTarget.create();
      case "http" -> HttpTarget.create();
      case String other -> throw new IllegalStateException("unknown trestle.client: " + other);
    };
  }

  /** Returns the external endpoint, if tests are to run against one. */
  static Optional<String> endpoint() {
    return Optional.ofNullable(System.getProperty("trestle.endpoint"))
        .filter(endpoint -> !endpoint.isBlank());
  }

  default EmbeddedTarget embedded() {
    return switch (this) {
      case EmbeddedTarget subject -> subject;
      case HttpTarget subject -> subject.engine();
      case EndpointTarget _ -> throw new IllegalStateException("no engine in this process");
    };
  }
}

package dev.trestle.store;

import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** Makes clients for a {@link Store}. */
public final class StoreClient {
  private StoreClient() {}

  /**
   * A client that sends each request once. A store retries by itself, since only it knows which
   * writes may be repeated; a client that retries as well would count twice what must be counted
   * once. The builder's other settings stay as they are.
   */
  public static DynamoDbClient withoutRetries(DynamoDbClientBuilder builder) {
    var settings = builder.overrideConfiguration().toBuilder();
    return builder
        .overrideConfiguration(settings.retryStrategy(AwsRetryStrategy.doNotRetry()).build())
        .build();
  }
}

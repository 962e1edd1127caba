package dev.trestle.dynamodb.embedded;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.*;

/** The SDK's asynchronous client: each call is made by a virtual thread of its own. */
final class EmbeddedAsyncDynamoDb implements DynamoDbAsyncClient {
  private final DynamoDbClient client;

  EmbeddedAsyncDynamoDb(DynamoDbClient client) {
    this.client = client;
  }

  @Override
  public CompletableFuture<GetItemResponse> getItem(GetItemRequest request) {
    return start(request, client::getItem);
  }

  @Override
  public CompletableFuture<PutItemResponse> putItem(PutItemRequest request) {
    return start(request, client::putItem);
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  /** Does nothing: the engine belongs to {@link Trestle}. */
  @Override
  public void close() {}

  /** Handlers see the exception itself, where {@code supplyAsync} would wrap it. */
  private static <Q, A> CompletableFuture<A> start(Q request, Function<Q, A> call) {
    var future = new CompletableFuture<A>();
    Thread.startVirtualThread(() -> {
      try {
        future.complete(call.apply(request));
      } catch (Throwable failure) {
        future.completeExceptionally(failure);
      }
    });
    return future;
  }
}

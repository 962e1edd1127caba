package dev.trestle.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * An external endpoint. Tables that a test created there are deleted. The asynchronous client is
 * created when it is first used, because closing it takes seconds.
 */
final class EndpointTarget implements TestTarget {
  private final URI endpoint;
  private final Set<String> created = ConcurrentHashMap.newKeySet();
  private final DynamoDbClient client;
  private final DynamoDbStreamsClient streamsClient;
  private Optional<DynamoDbAsyncClient> asyncClient = Optional.empty();

  private EndpointTarget(URI endpoint) {
    this.endpoint = endpoint;
    this.client = recording(DynamoDbClient.class, configured(DynamoDbClient.builder()), created);
    this.streamsClient = configured(DynamoDbStreamsClient.builder());
  }

  static EndpointTarget of(String endpoint) {
    return new EndpointTarget(URI.create(endpoint));
  }

  private <B extends AwsClientBuilder<B, C>, C> C configured(B builder) {
    return builder
        .endpointOverride(endpoint)
        .region(Region.of(System.getProperty("trestle.region", "us-east-1")))
        .credentialsProvider(credentials(endpoint))
        .build();
  }

  @Override
  public DynamoDbClient client() {
    return client;
  }

  @Override
  public DynamoDbStreamsClient streamsClient() {
    return streamsClient;
  }

  @Override
  public synchronized DynamoDbAsyncClient asyncClient() {
    var made =
        asyncClient.orElseGet(() ->
            recording(
                DynamoDbAsyncClient.class, configured(DynamoDbAsyncClient.builder()), created));
    asyncClient = Optional.of(made);
    return made;
  }

  private static AwsCredentialsProvider credentials(URI endpoint) {
    try {
      return InetAddress.getByName(endpoint.getHost()).isLoopbackAddress()
          ? StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test"))
          : DefaultCredentialsProvider.builder().build();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("no such host: " + endpoint, e);
    }
  }

  /** Returns a client that records the names of the tables it creates. */
  private static <T> T recording(Class<T> type, T client, Set<String> created) {
    var proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              try {
                return recordTable(method.invoke(client, arguments), created);
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            });
    return type.cast(proxy);
  }

  /**
   * Returns the response and records the table name if it is from CreateTable. Requests come in
   * several forms, but all of them have this response.
   */
  private static @Nullable Object recordTable(@Nullable Object answer, Set<String> created) {
    return switch (answer) {
      case CreateTableResponse response -> {
        created.add(response.tableDescription().tableName());
        yield response;
      }
      case CompletableFuture<?> future -> future.thenApply(value -> recordTable(value, created));
      case null, default -> answer;
    };
  }

  @Override
  public void close() {
    for (var table : created) {
      try {
        client.deleteTable(request -> request.tableName(table));
        client.waiter().waitUntilTableNotExists(request -> request.tableName(table));
      } catch (DynamoDbException | CompletionException _) {
        // The test deleted the table, or left it protected.
      }
    }
    closeConnections();
  }

  /** Closes the connections and keeps the tables. */
  synchronized void closeConnections() {
    client.close();
    asyncClient.ifPresent(DynamoDbAsyncClient::close);
    streamsClient.close();
  }
}

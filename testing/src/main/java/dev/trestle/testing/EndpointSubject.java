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
 * Another endpoint; it is left without the tables that a test created there. The asynchronous
 * client is made when it is asked for, since it takes seconds to let go of its threads.
 */
final class EndpointSubject implements Subject {
  private final URI endpoint;
  private final Set<String> created = ConcurrentHashMap.newKeySet();
  private final DynamoDbClient client;
  private final DynamoDbStreamsClient streamsClient;
  private Optional<DynamoDbAsyncClient> asyncClient = Optional.empty();

  private EndpointSubject(URI endpoint) {
    this.endpoint = endpoint;
    this.client = watched(DynamoDbClient.class, settled(DynamoDbClient.builder()), created);
    this.streamsClient = settled(DynamoDbStreamsClient.builder());
  }

  static EndpointSubject of(String endpoint) {
    return new EndpointSubject(URI.create(endpoint));
  }

  private <B extends AwsClientBuilder<B, C>, C> C settled(B builder) {
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
            watched(DynamoDbAsyncClient.class, settled(DynamoDbAsyncClient.builder()), created));
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

  /** The client itself, but the names of tables that it created are noted. */
  private static <T> T watched(Class<T> type, T client, Set<String> created) {
    var proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              try {
                return noted(method.invoke(client, arguments), created);
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            });
    return type.cast(proxy);
  }

  /** The answer itself; what a request was made of can be seen in none of its forms but here. */
  private static @Nullable Object noted(@Nullable Object answer, Set<String> created) {
    return switch (answer) {
      case CreateTableResponse response -> {
        created.add(response.tableDescription().tableName());
        yield response;
      }
      case CompletableFuture<?> future -> future.thenApply(value -> noted(value, created));
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
        // The test deleted it, or left it protected.
      }
    }
    hangUp();
  }

  /** Lets go of the connections and leaves the tables. */
  synchronized void hangUp() {
    client.close();
    asyncClient.ifPresent(DynamoDbAsyncClient::close);
    streamsClient.close();
  }
}

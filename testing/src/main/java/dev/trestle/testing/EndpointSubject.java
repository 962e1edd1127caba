package dev.trestle.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Another endpoint; it is left without the tables that a test created there. */
record EndpointSubject(
    DynamoDbClient client,
    DynamoDbAsyncClient asyncClient,
    DynamoDbStreamsClient streamsClient,
    Set<String> created)
    implements Subject {
  static EndpointSubject of(String endpoint) {
    var uri = URI.create(endpoint);
    var region = Region.of(System.getProperty("trestle.region", "us-east-1"));
    var credentials = credentials(uri);
    Set<String> created = ConcurrentHashMap.newKeySet();
    var client =
        DynamoDbClient.builder()
            .endpointOverride(uri)
            .region(region)
            .credentialsProvider(credentials)
            .build();
    var asyncClient =
        DynamoDbAsyncClient.builder()
            .endpointOverride(uri)
            .region(region)
            .credentialsProvider(credentials)
            .build();
    var streamsClient =
        DynamoDbStreamsClient.builder()
            .endpointOverride(uri)
            .region(region)
            .credentialsProvider(credentials)
            .build();
    return new EndpointSubject(
        watched(DynamoDbClient.class, client, created),
        watched(DynamoDbAsyncClient.class, asyncClient, created),
        streamsClient,
        created);
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
    client.close();
    asyncClient.close();
    streamsClient.close();
  }
}

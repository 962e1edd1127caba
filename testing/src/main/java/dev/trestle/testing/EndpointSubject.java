package dev.trestle.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
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

  /** The client itself, but the names of tables that it is asked to create are noted. */
  private static <T> T watched(Class<T> type, T client, Set<String> created) {
    var proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              if (arguments != null && arguments[0] instanceof CreateTableRequest request) {
                created.add(request.tableName());
              }
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            });
    return type.cast(proxy);
  }

  @Override
  public void close() {
    for (var table : created) {
      try {
        client.deleteTable(request -> request.tableName(table));
        client.waiter().waitUntilTableNotExists(request -> request.tableName(table));
      } catch (ResourceNotFoundException | CompletionException _) {
        // The test deleted it, or it was never created.
      }
    }
    client.close();
    asyncClient.close();
    streamsClient.close();
  }
}

package dev.trestle.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The AWS SDK for Java v2: with Apache's HTTP client, and asynchronously with Netty's. */
class JavaTest {
  private final Server server = Server.start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void the_java_sdk_tells_the_story() {
    try (var db = settled(DynamoDbClient.builder().httpClientBuilder(Apache5HttpClient.builder()));
        var streams =
            settled(
                DynamoDbStreamsClient.builder().httpClientBuilder(Apache5HttpClient.builder()))) {
      ClientScript.assertTold(told(db, streams), ClientScript.DOCUMENTS);
    }
  }

  @Test
  void the_asynchronous_java_sdk_tells_the_story() {
    try (var db = async();
        var streams =
            settled(
                DynamoDbStreamsAsyncClient.builder()
                    .httpClientBuilder(NettyNioAsyncHttpClient.builder()))) {
      var told =
          told(
              awaiting(DynamoDbClient.class, DynamoDbAsyncClient.class, db),
              awaiting(DynamoDbStreamsClient.class, DynamoDbStreamsAsyncClient.class, streams));
      ClientScript.assertTold(told, ClientScript.DOCUMENTS);
    }
  }

  @Test
  void many_asynchronous_requests_are_under_way_at_once() {
    try (var db = async();
        var waiter = db.waiter()) {
      db.createTable(Orders.table()).join();
      waiter.waitUntilTableExists(r -> r.tableName(Orders.TABLE)).join();
      var puts =
          IntStream.range(0, 200)
              .mapToObj(number ->
                  db.putItem(r -> r.tableName(Orders.TABLE).item(Orders.key("many", number))));
      CompletableFuture.allOf(puts.toArray(CompletableFuture<?>[]::new)).join();

      var seen = new ConcurrentLinkedQueue<Integer>();
      db.scanPaginator(r -> r.tableName(Orders.TABLE).limit(30))
          .items()
          .subscribe(item -> seen.add(Integer.valueOf(Orders.of(item, "order").n())))
          .join();

      assertThat(seen).hasSize(200).doesNotHaveDuplicates();
    }
  }

  private DynamoDbAsyncClient async() {
    return settled(
        DynamoDbAsyncClient.builder().httpClientBuilder(NettyNioAsyncHttpClient.builder()));
  }

  private <B extends AwsClientBuilder<B, C>, C> C settled(B builder) {
    var credentials = AwsBasicCredentials.create("story", "story");
    return builder
        .endpointOverride(server.endpoint())
        .region(Region.US_EAST_1)
        .credentialsProvider(StaticCredentialsProvider.create(credentials))
        .build();
  }

  private static List<String> told(DynamoDbClient db, DynamoDbStreamsClient streams) {
    var telling = new Telling();
    var tables = new TableChapter(db, telling);
    tables.begin();
    new ItemChapter(db, telling).tell();
    new BatchChapter(db, telling).tell();
    new ReadChapter(db, telling).tell();
    new TransactionChapter(db, telling).tell();
    new StreamChapter(db, streams, telling).tell();
    new FaultChapter(db, telling).tell();
    tables.end();
    return telling.lines();
  }

  /**
   * Wraps the asynchronous client in the synchronous interface: each call waits for its response.
   */
  private static <S, A> S awaiting(Class<S> type, Class<A> asyncType, A client) {
    var proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              try {
                var twin = asyncType.getMethod(method.getName(), method.getParameterTypes());
                var answer = twin.invoke(client, arguments);
                return answer instanceof CompletableFuture<?> future ? future.join() : answer;
              } catch (InvocationTargetException | CompletionException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            });
    return type.cast(proxy);
  }
}

package dev.trestle.dynamodb.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Samples;
import dev.trestle.dynamodb.embedded.Trestle;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The SDK's own client, through HTTP, on a started server. */
class DynamoDbServerTest {
  private static final StaticCredentialsProvider CREDENTIALS =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any"));

  private Trestle trestle;
  private DynamoDbServer server;
  private DynamoDbClient client;
  private DynamoDbStreamsClient streams;

  @BeforeEach
  void start() {
    trestle = Trestle.inMemory();
    server = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0);
    client =
        DynamoDbClient.builder()
            .endpointOverride(server.endpoint())
            .region(Region.US_EAST_1)
            .credentialsProvider(CREDENTIALS)
            .build();
    streams =
        DynamoDbStreamsClient.builder()
            .endpointOverride(server.endpoint())
            .region(Region.US_EAST_1)
            .credentialsProvider(CREDENTIALS)
            .build();
    Samples.createTable(trestle.client());
  }

  @AfterEach
  void stop() {
    streams.close();
    client.close();
    server.close();
    trestle.close();
  }

  @Test
  void a_table_looks_the_same_through_both_faces() {
    var wire = client.describeTable(r -> r.tableName(Samples.TABLE)).table();
    var embedded = trestle.client().describeTable(r -> r.tableName(Samples.TABLE)).table();

    assertThat(wire).isEqualTo(embedded);
    assertThat(client.listTables().tableNames()).containsExactly(Samples.TABLE);
  }

  @Test
  void a_missing_table_is_told() {
    assertThatThrownBy(() -> client.describeTable(r -> r.tableName("nothing")))
        .isInstanceOfSatisfying(
            ResourceNotFoundException.class,
            e -> assertThat(e.requestId()).matches("[A-Z0-9]{52}"));
  }

  @Test
  void an_item_of_all_types_comes_back_as_it_was() {
    var value =
        AttributeValue.fromM(
            Map.of(
                "S", AttributeValue.fromS("\"åäö\" 😀 \u0001"),
                "N", AttributeValue.fromN("-1.5"),
                "B", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0, -1, 1})),
                "BOOL", AttributeValue.fromBool(false),
                "NULL", AttributeValue.fromNul(true),
                "SS", AttributeValue.fromSs(List.of("a", "b")),
                "NS", AttributeValue.fromNs(List.of("1", "2")),
                "BS", AttributeValue.fromBs(List.of(SdkBytes.fromUtf8String("x"))),
                "L", AttributeValue.fromL(List.of(AttributeValue.fromL(List.of())))));
    var item = Samples.item("a", 1, "all", value);

    client.putItem(r -> r.tableName(Samples.TABLE).item(item));

    assertThat(client.getItem(r -> r.tableName(Samples.TABLE).key(Samples.key("a", 1))).item())
        .isEqualTo(item);
    assertThat(
            trestle
                .client()
                .getItem(r -> r.tableName(Samples.TABLE).key(Samples.key("a", 1)))
                .item())
        .isEqualTo(item);
  }

  @Test
  void an_item_is_updated_and_deleted() {
    var updated =
        client.updateItem(r ->
            r.tableName(Samples.TABLE)
                .key(Samples.key("a", 1))
                .updateExpression("ADD #n :one")
                .expressionAttributeNames(Map.of("#n", "visits"))
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
                .returnValues(ReturnValue.ALL_NEW));
    var deleted =
        client.deleteItem(r ->
            r.tableName(Samples.TABLE).key(Samples.key("a", 1)).returnValues(ReturnValue.ALL_OLD));

    assertThat(updated.attributes())
        .isEqualTo(Samples.item("a", 1, "visits", AttributeValue.fromN("1")));
    assertThat(deleted.attributes()).isEqualTo(updated.attributes());
  }

  @Test
  void a_query_is_walked_page_by_page() {
    for (int sk = 0; sk < 12; sk++) {
      var item = Samples.item("a", sk);
      client.putItem(r -> r.tableName(Samples.TABLE).item(item));
    }

    var pages =
        client.queryPaginator(r ->
            r.tableName(Samples.TABLE)
                .keyConditionExpression("pk = :pk AND sk >= :from")
                .expressionAttributeValues(
                    Map.of(":pk", AttributeValue.fromS("a"), ":from", AttributeValue.fromN("2")))
                .limit(4));

    assertThat(pages.stream().map(page -> page.count())).startsWith(4, 4, 2);
    assertThat(client.scan(r -> r.tableName(Samples.TABLE)).items()).hasSize(12);
  }

  @Test
  void a_failed_condition_shows_the_item() {
    var item = Samples.item("a", 1);
    client.putItem(r -> r.tableName(Samples.TABLE).item(item));

    assertThatThrownBy(() ->
            client.putItem(r ->
                r.tableName(Samples.TABLE)
                    .item(item)
                    .conditionExpression("attribute_not_exists(pk)")
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD)))
        .isInstanceOfSatisfying(
            ConditionalCheckFailedException.class, e -> assertThat(e.item()).isEqualTo(item));
  }

  @Test
  void a_batch_writes_and_reads() {
    var put = WriteRequest.builder().putRequest(p -> p.item(Samples.item("a", 1))).build();
    client.batchWriteItem(r -> r.requestItems(Map.of(Samples.TABLE, List.of(put))));
    var wanted = KeysAndAttributes.builder().keys(List.of(Samples.key("a", 1))).build();

    var read = client.batchGetItem(r -> r.requestItems(Map.of(Samples.TABLE, wanted)));

    assertThat(read.responses()).isEqualTo(Map.of(Samples.TABLE, List.of(Samples.item("a", 1))));
  }

  @Test
  void a_transaction_is_written_and_read_or_tells_why_not() {
    client.transactWriteItems(r -> r.transactItems(Samples.put("a", 1), Samples.put("b", 1)));
    var read =
        client.transactGetItems(
            r -> r.transactItems(Samples.get("b", 1), Samples.get("x", 1), Samples.get("a", 1)));

    assertThat(read.responses().get(0).item()).isEqualTo(Samples.item("b", 1));
    assertThat(read.responses().get(1).hasItem()).isFalse();
    assertThat(read.responses().get(2).item()).isEqualTo(Samples.item("a", 1));
    assertThatThrownBy(() ->
            client.transactWriteItems(
                r -> r.transactItems(Samples.put("c", 1), Samples.mustNotExist("a", 1))))
        .isInstanceOfSatisfying(
            TransactionCanceledException.class,
            e ->
                assertThat(e.cancellationReasons())
                    .extracting(reason -> reason.code())
                    .containsExactly("None", "ConditionalCheckFailed"));
  }

  @Test
  void a_stream_is_read() {
    client.putItem(r -> r.tableName(Samples.TABLE).item(Samples.item("a", 1)));
    var arn = streams.listStreams(r -> r.tableName(Samples.TABLE)).streams().getFirst().streamArn();
    var stream = streams.describeStream(r -> r.streamArn(arn)).streamDescription();

    var records =
        stream.shards().stream()
            .map(shard ->
                streams.getShardIterator(r ->
                    r.streamArn(arn)
                        .shardId(shard.shardId())
                        .shardIteratorType(ShardIteratorType.TRIM_HORIZON)))
            .flatMap(iterator ->
                streams
                    .getRecords(r -> r.shardIterator(iterator.shardIterator()))
                    .records()
                    .stream())
            .toList();

    assertThat(records).hasSize(1);
    assertThat(records.getFirst().eventName()).isEqualTo(OperationType.INSERT);
    assertThat(records.getFirst().dynamodb().newImage()).isEqualTo(Samples.item("a", 1));
  }

  @Test
  void every_answer_has_its_checksum_and_an_id_of_52_letters() throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      for (var table : List.of(Samples.TABLE, "nothing")) {
        var request =
            HttpRequest.newBuilder(server.endpoint())
                .header("Content-Type", "application/x-amz-json-1.0")
                .header("X-Amz-Target", "DynamoDB_20120810.DescribeTable")
                .POST(BodyPublishers.ofString("{\"TableName\":\"" + table + "\"}"))
                .build();
        var answer = http.send(request, BodyHandlers.ofByteArray());

        var crc = new CRC32();
        crc.update(answer.body());
        assertThat(answer.headers().firstValue("x-amz-crc32"))
            .hasValue(Long.toString(crc.getValue()));
        assertThat(answer.headers().firstValue("x-amzn-RequestId"))
            .hasValueSatisfying(id -> assertThat(id).matches("[A-Z0-9]{52}"));
        assertThat(answer.headers().firstValue("Content-Type"))
            .hasValue("application/x-amz-json-1.0");
      }
    }
  }

  @Test
  void an_operation_that_is_not_there_is_unknown() {
    assertThatThrownBy(() -> client.listGlobalTables(r -> {}))
        .isInstanceOfSatisfying(
            DynamoDbException.class,
            e ->
                assertThat(e.awsErrorDetails().errorCode()).isEqualTo("UnknownOperationException"));
  }

  @Test
  void a_page_of_the_web_that_points_its_name_here_gets_nothing() throws IOException {
    var request =
        """
        POST / HTTP/1.1\r
        Host: rebound.example:%d\r
        X-Amz-Target: DynamoDB_20120810.ListTables\r
        Content-Length: 2\r
        \r
        {}\
        """
            .formatted(server.port());

    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      var answer = new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII);
      assertThat(new BufferedReader(answer).readLine()).isEqualTo("HTTP/1.1 403 Forbidden");
    }
  }

  @Test
  void a_request_line_and_the_headers_have_up_to_16_kilobytes_each() throws IOException {
    assertThat(statusOf("/?" + "x".repeat(16_000), "y".repeat(16_000))).contains(" 404 ");
    assertThat(statusOf("/?" + "x".repeat(16_400), "y")).contains(" 400 ");
    assertThat(statusOf("/", "y".repeat(16_400))).contains(" 400 ");
    assertThat(statusOf("/", "y".repeat(100_000))).contains(" 400 ");
  }

  /** Returns the status line of the response to a POST with this target and header. */
  private String statusOf(String target, String header) throws IOException {
    var request =
        "POST %s HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 2\r\nX-Long: %s\r\n\r\n{}"
            .formatted(target, server.port(), header);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      var answer = new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII);
      return String.valueOf(new BufferedReader(answer).readLine());
    }
  }

  @Test
  void a_client_that_asks_for_compressed_answers_checks_and_unpacks_them() {
    var item = Samples.item("a", 1, "v", AttributeValue.fromS("x".repeat(100_000)));
    client.putItem(r -> r.tableName(Samples.TABLE).item(item));

    var got =
        client.getItem(r ->
            r.tableName(Samples.TABLE)
                .key(Samples.key("a", 1))
                .overrideConfiguration(c -> c.putHeader("Accept-Encoding", "gzip")));

    assertThat(got.item()).isEqualTo(item);
    assertThat(got.sdkHttpResponse().firstMatchingHeader("Content-Encoding")).contains("gzip");
  }

  @Test
  void a_get_is_answered_for_those_who_watch_over_it() throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(server.endpoint()).build();
      assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }
  }
}

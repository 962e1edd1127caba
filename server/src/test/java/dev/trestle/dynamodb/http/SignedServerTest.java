package dev.trestle.dynamodb.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Samples;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.signature.AccessKeys;
import dev.trestle.dynamodb.http.signature.SignatureCheck;
import dev.trestle.engine.EngineOptions;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** A server that wants signatures, and the SDK's clients that make them. */
class SignedServerTest {
  private static final AwsBasicCredentials KEY = AwsBasicCredentials.create("AKIDONE", "secret");
  private static final Region REGION = Region.EU_CENTRAL_1;
  private static final String LIST_TABLES = "DynamoDB_20120810.ListTables";

  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private Trestle trestle;
  private DynamoDbServer server;

  @BeforeEach
  void start() {
    var keys = AccessKeys.of(Map.of("AKIDONE", "secret", "AKIDTWO", "other"));
    var check = new SignatureCheck(keys, REGION.id(), () -> Instant.now().plus(ahead.get()));
    trestle = Trestle.open(EngineOptions.inMemory().withRegion(REGION.id()));
    server = DynamoDbServer.start(trestle.engine(), check, "127.0.0.1", 0);
    Samples.createTable(trestle.client());
  }

  @AfterEach
  void stop() {
    server.close();
    trestle.close();
  }

  private DynamoDbClient client(AwsCredentials credentials, Region region) {
    return DynamoDbClient.builder()
        .endpointOverride(server.endpoint())
        .region(region)
        .credentialsProvider(StaticCredentialsProvider.create(credentials))
        .overrideConfiguration(o -> o.retryStrategy(DefaultRetryStrategy.doNotRetry()))
        .build();
  }

  private void assertRefused(AwsCredentials credentials, Region region, String code, String text) {
    try (var client = client(credentials, region)) {
      assertThatThrownBy(client::listTables)
          .isInstanceOfSatisfying(
              DynamoDbException.class,
              e -> {
                assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code);
                assertThat(e.awsErrorDetails().errorMessage()).contains(text);
                assertThat(e.statusCode()).isEqualTo(400);
                assertThat(e.requestId()).matches("[A-Z0-9]{52}");
              });
    }
  }

  @Test
  void both_keys_open_the_door() {
    try (var one = client(KEY, REGION);
        var two = client(AwsBasicCredentials.create("AKIDTWO", "other"), REGION)) {
      one.putItem(r -> r.tableName(Samples.TABLE).item(Samples.item("å ?&=+", 1)));
      var item = two.getItem(r -> r.tableName(Samples.TABLE).key(Samples.key("å ?&=+", 1))).item();
      assertThat(item).isEqualTo(Samples.item("å ?&=+", 1));
    }
  }

  @Test
  void the_clients_of_streams_sign_for_the_same_service() {
    try (var streams =
        DynamoDbStreamsClient.builder()
            .endpointOverride(server.endpoint())
            .region(REGION)
            .credentialsProvider(StaticCredentialsProvider.create(KEY))
            .build()) {
      assertThat(streams.listStreams(r -> r.tableName(Samples.TABLE)).streams()).hasSize(1);
    }
  }

  @Test
  void the_region_stands_in_names_and_in_records_of_streams() {
    try (var client = client(KEY, REGION);
        var streams =
            DynamoDbStreamsClient.builder()
                .endpointOverride(server.endpoint())
                .region(REGION)
                .credentialsProvider(StaticCredentialsProvider.create(KEY))
                .build()) {
      client.putItem(r -> r.tableName(Samples.TABLE).item(Samples.item("a", 1)));
      var table = client.describeTable(r -> r.tableName(Samples.TABLE)).table();
      var arn = table.latestStreamArn();
      var records =
          streams.describeStream(r -> r.streamArn(arn)).streamDescription().shards().stream()
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

      assertThat(table.tableArn()).startsWith("arn:aws:dynamodb:eu-central-1:");
      assertThat(arn).startsWith("arn:aws:dynamodb:eu-central-1:");
      assertThat(records).hasSize(1);
      assertThat(records.getFirst().awsRegion()).isEqualTo("eu-central-1");
    }
  }

  @Test
  void a_session_token_does_no_harm() {
    var session = AwsSessionCredentials.create("AKIDONE", "secret", "token");
    try (var client = client(session, REGION)) {
      assertThat(client.listTables().tableNames()).containsExactly(Samples.TABLE);
    }
  }

  @Test
  void others_are_refused() {
    assertRefused(
        AwsBasicCredentials.create("AKIDONE", "wrong"),
        REGION,
        "InvalidSignatureException",
        "The request signature we calculated does not match");
    assertRefused(
        AwsBasicCredentials.create("AKIDTHREE", "secret"),
        REGION,
        "UnrecognizedClientException",
        "The security token included in the request is invalid.");
    assertRefused(
        KEY,
        Region.US_EAST_1,
        "InvalidSignatureException",
        "Credential should be scoped to a valid region, not 'us-east-1'. ");
  }

  @Test
  void clocks_that_are_far_apart_are_told() {
    ahead.set(Duration.ofMinutes(16));
    assertRefused(KEY, REGION, "InvalidSignatureException", "Signature expired: ");
    ahead.set(Duration.ofMinutes(-16));
    assertRefused(KEY, REGION, "InvalidSignatureException", "Signature not yet current: ");
  }

  @Test
  void a_presigned_request_needs_nothing_else_and_ends() throws Exception {
    var signed =
        AwsV4HttpSigner.create()
            .sign(r ->
                r.identity(KEY)
                    .request(
                        SdkHttpRequest.builder()
                            .method(SdkHttpMethod.POST)
                            .uri(server.endpoint())
                            .putHeader("X-Amz-Target", LIST_TABLES)
                            .build())
                    .payload(ContentStreamProvider.fromUtf8String("{}"))
                    .putProperty(AwsV4HttpSigner.REGION_NAME, REGION.id())
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "dynamodb")
                    .putProperty(AwsV4HttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING)
                    .putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, Duration.ofMinutes(30)));
    var address = signed.request().getUri();

    assertThat(post(address, LIST_TABLES, "{}").body())
        .isEqualTo("{\"TableNames\":[\"" + Samples.TABLE + "\"]}");
    assertThat(post(address, LIST_TABLES, "{\"Limit\":1}").body())
        .contains("InvalidSignatureException");
    ahead.set(Duration.ofMinutes(31));
    assertThat(post(address, LIST_TABLES, "{}").body()).contains("Signature expired: ");
  }

  @Test
  void nobody_gets_in_without_a_signature() throws Exception {
    var answer = post(server.endpoint(), LIST_TABLES, "{}");

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.headers().firstValue("x-amz-crc32")).hasValue("2088342776");
    assertThat(answer.body())
        .isEqualTo(
            "{\"__type\":\"com.amazon.coral.service#MissingAuthenticationTokenException\","
                + "\"message\":\"Request is missing Authentication Token\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "DynamoDB_20120810.ListTable", "Nonsense"})
  void an_operation_that_is_not_there_is_told_to_anybody(String target) throws Exception {
    assertThat(post(server.endpoint(), target, "{}").body())
        .isEqualTo("{\"__type\":\"com.amazon.coral.service#UnknownOperationException\"}");
  }

  /** The body is announced and never sent, so a server that waits for it says nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Amz-Target: DynamoDB_20120810.PutItem",
        "X-Amz-Target: DynamoDB_20120810.NoSuchOperation",
        "X-Amz-Target: DynamoDB_20120810.PutItem\r\nContent-Encoding: gzip",
        "X-Amz-Target: DynamoDB_20120810.PutItem\r\nX-Amz-Date: 20260101T000000Z\r\n"
            + "Authorization: AWS4-HMAC-SHA256 Credential=AKIDTHREE/20260101/eu-central-1/dynamodb/"
            + "aws4_request, SignedHeaders=host;x-amz-target, Signature=00"
      })
  void the_body_of_a_stranger_is_not_read(String headers) throws Exception {
    var endpoint = server.endpoint();
    var head =
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
            + "Content-Length: 1000000\r\n"
            + headers
            + "\r\n\r\n";
    try (var socket = new Socket(endpoint.getHost(), endpoint.getPort())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      var status = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
      assertThat(status).isEqualTo("HTTP/1.1 400");
    }
  }

  private static HttpResponse<String> post(URI address, String target, String body)
      throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(address)
              .header("X-Amz-Target", target)
              .header("Content-Type", "application/x-amz-json-1.0")
              .POST(BodyPublishers.ofString(body))
              .build();
      return http.send(request, BodyHandlers.ofString());
    }
  }
}

package dev.trestle.dynamodb.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import java.lang.reflect.Method;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Every operation of the two services, as listed by the SDK, and how the HTTP endpoint responds.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperationsTest {
  private static final String UNKNOWN =
      "{\"__type\":\"com.amazon.coral.service#UnknownOperationException\"}";

  private Trestle trestle;
  private JsonProtocol protocol;

  @BeforeAll
  void open() {
    trestle = Trestle.inMemory();
    protocol = new JsonProtocol(trestle.engine());
  }

  @AfterAll
  void close() {
    trestle.close();
  }

  private static Set<String> operations(Method[] methods) {
    var names = new TreeSet<String>();
    Arrays.stream(methods)
        .filter(method -> method.getParameterCount() == 1)
        .filter(method -> SdkRequest.class.isAssignableFrom(method.getParameterTypes()[0]))
        .map(Method::getName)
        .filter(name -> !name.endsWith("Paginator"))
        .map(name -> Character.toUpperCase(name.charAt(0)) + name.substring(1))
        .forEach(names::add);
    return names;
  }

  /** The operations that the in-process client rejects. Both clients support the same ones. */
  private Set<String> absent() {
    return operations(trestle.client().getClass().getSuperclass().getDeclaredMethods());
  }

  private JsonResponse empty(String target) {
    return protocol.handle(target, "{}".getBytes(StandardCharsets.UTF_8));
  }

  private static String text(JsonResponse answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  @Test
  void an_operation_is_there_or_unknown_and_never_breaks() {
    var operations = operations(DynamoDbClient.class.getMethods());
    var absent = absent();
    assertThat(operations).hasSizeGreaterThan(50).containsAll(absent);
    assertThat(absent).contains("ListGlobalTables").doesNotContain("GetItem");
    for (var operation : operations) {
      var answer = empty("DynamoDB_20120810." + operation);
      assertThat(answer.status()).as(operation).isIn(200, 400);
      assertThat(text(answer).equals(UNKNOWN)).as(operation).isEqualTo(absent.contains(operation));
    }
  }

  @Test
  void every_operation_on_streams_is_there() {
    var operations = operations(DynamoDbStreamsClient.class.getMethods());
    assertThat(operations).hasSize(4);
    for (var operation : operations) {
      var answer = empty("DynamoDBStreams_20120810." + operation);
      assertThat(answer.status()).as(operation).isIn(200, 400);
      assertThat(text(answer)).as(operation).isNotEqualTo(UNKNOWN);
    }
  }

  @Test
  void an_operation_of_one_service_is_not_one_of_the_other() {
    assertThat(text(empty("DynamoDBStreams_20120810.ListTables"))).isEqualTo(UNKNOWN);
    assertThat(text(empty("DynamoDB_20120810.ListStreams"))).isEqualTo(UNKNOWN);
  }

  @Test
  void an_endpoint_is_the_name_the_client_came_by() throws Exception {
    try (var server = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0);
        var http = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(server.endpoint())
              .header("X-Amz-Target", "DynamoDB_20120810.DescribeEndpoints")
              .header("Content-Type", "application/x-amz-json-1.0")
              .POST(BodyPublishers.ofString("{}"))
              .build();
      assertThat(http.send(request, BodyHandlers.ofString()).body())
          .isEqualTo(
              "{\"Endpoints\":[{\"Address\":\"127.0.0.1:%d\",\"CachePeriodInMinutes\":1440}]}"
                  .formatted(server.port()));
    }
  }

  @Test
  void the_sdk_reads_the_endpoint() {
    try (var server = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0);
        var client =
            DynamoDbClient.builder()
                .endpointOverride(server.endpoint())
                .region(Region.US_EAST_1)
                .credentialsProvider(
                    StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .build()) {
      var endpoint = client.describeEndpoints().endpoints().getFirst();
      assertThat(endpoint.address()).isEqualTo("127.0.0.1:" + server.port());
      assertThat(endpoint.cachePeriodInMinutes()).isEqualTo(1440);
    }
  }

  @Test
  void a_body_that_is_no_json_is_refused_for_endpoints_too() {
    var answer =
        protocol.handle(
            "DynamoDB_20120810.DescribeEndpoints", "{".getBytes(StandardCharsets.UTF_8));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(text(answer)).contains("SerializationException");
  }
}

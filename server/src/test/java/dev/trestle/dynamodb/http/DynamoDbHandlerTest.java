package dev.trestle.dynamodb.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Samples;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.http.ConnectionLimits;
import dev.trestle.http.HttpLimits;
import dev.trestle.http.RawClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocol around an operation, byte by byte. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DynamoDbHandlerTest {
  private static final String SERIALIZATION =
      "{\"__type\":\"com.amazon.coral.service#SerializationException\"}";
  private static final String UNKNOWN =
      "{\"__type\":\"com.amazon.coral.service#UnknownOperationException\"}";
  private static final int LONG = 3 * DynamoDbHandler.COMPRESSED_BYTES_MIN;

  private Trestle trestle;
  private DynamoDbServer server;
  private RawClient client;

  @BeforeAll
  void start() {
    trestle = Trestle.inMemory();
    Samples.createTable(trestle.client());
    server = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0);
  }

  @AfterAll
  void stop() {
    server.close();
    trestle.close();
  }

  @BeforeEach
  void connect() {
    client = new RawClient(server.port());
  }

  @AfterEach
  void disconnect() {
    client.close();
  }

  private RawClient.Response ask(String method, String path, String headers, byte[] body) {
    var head =
        method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "Content-Length: ";
    return client.send(head + body.length + "\r\n\r\n").send(body).read();
  }

  private RawClient.Response post(String operation, String more, byte[] body) {
    var headers =
        "X-Amz-Target: DynamoDB_20120810." + operation + "\r\nContent-Type: application/json\r\n";
    return ask("POST", "/", headers + more, body);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static long crc32(byte[] bytes) {
    var crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }

  private static byte[] put(String key, String payload) {
    return utf8(
        "{\"TableName\":\"samples\",\"Item\":{\"pk\":{\"S\":\""
            + key
            + "\"},\"sk\":{\"N\":\"1\"},\"v\":{\"S\":\""
            + payload
            + "\"}}}");
  }

  private static byte[] get(String key) {
    return utf8(
        "{\"TableName\":\"samples\",\"Key\":{\"pk\":{\"S\":\""
            + key
            + "\"},\"sk\":{\"N\":\"1\"}}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Forwarded: for=1.2.3.4",
        "VIA: 1.1 proxy",
        "x-real-ip: 1.2.3.4",
        "X-Forwarded-Anything: 1"
      })
  void a_request_that_came_through_a_proxy_is_not_from_this_machine(String header) {
    assertThat(post("ListTables", header + "\r\n", utf8("{}")).status()).isEqualTo(403);
    assertThat(post("ListTables", "X-Forwarded: 1\r\nX-Via: 1\r\n", utf8("{}")).status())
        .isEqualTo(200);
  }

  @Test
  void a_get_says_that_all_is_well() {
    var answer = ask("GET", "/", "", new byte[0]);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).isEqualTo("healthy: dynamodb.us-east-1.amazonaws.com ");
    assertThat(answer.header("x-amz-crc32")).isEqualTo("3128867991");
    assertThat(answer.header("x-amzn-requestid")).matches("[A-Z0-9]{52}");
  }

  @ParameterizedTest
  @CsvSource({"GET,/health", "PUT,/", "DELETE,/", "OPTIONS,/", "PATCH,/x"})
  void other_methods_and_paths_are_not_there(String method, String path) {
    var answer = ask(method, path, "", new byte[0]);

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.text()).isEqualTo("<UnknownOperationException/>\n");
    assertThat(answer.header("x-amz-crc32")).isEqualTo("3552371480");
    assertThat(answer.header("x-amzn-requestid")).matches("[A-Z0-9]{52}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Content-Type: whatever\r\n", "Content-Type: text/plain\r\n"})
  void a_body_that_does_not_say_it_is_json_is_for_nobody(String type) {
    var answer = ask("POST", "/", type, utf8("{}"));

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.text()).isEqualTo("<UnknownOperationException/>\n");
  }

  @ParameterizedTest
  @CsvSource({
    "application/x-amz-json-1.0,application/x-amz-json-1.0",
    "application/x-amz-json-1.0; charset=utf-8,application/x-amz-json-1.0",
    "application/json,application/json"
  })
  void an_answer_has_the_type_of_its_request(String asked, String answered) {
    var headers = "X-Amz-Target: DynamoDB_20120810.ListTables\r\nContent-Type: " + asked + "\r\n";

    var answer = ask("POST", "/", headers, utf8("{}"));

    assertThat(answer.text()).isEqualTo("{\"TableNames\":[\"samples\"]}");
    assertThat(answer.header("content-type")).isEqualTo(answered);
    assertThat(answer.header("x-amz-crc32")).isEqualTo(Long.toString(crc32(answer.body())));
    assertThat(answer.header("server")).isEqualTo("Server");
    assertThat(answer.header("date")).endsWith(" GMT");
  }

  @Test
  void whether_a_body_is_json_is_seen_before_whom_it_is_for() {
    assertThat(post("Nonsense", "", utf8("hi")).text()).isEqualTo(SERIALIZATION);
    assertThat(post("Nonsense", "", utf8("{}")).text()).isEqualTo(UNKNOWN);
    assertThat(post("Nonsense", "", new byte[0]).text()).isEqualTo(UNKNOWN);
    assertThat(post("ListTables", "", new byte[0]).text()).isEqualTo(SERIALIZATION);
  }

  @Test
  void a_page_of_this_machine_may_ask() {
    var asked =
        """
        Origin: http://localhost:3000\r
        Access-Control-Request-Headers: a, b\r
        Access-Control-Request-Method: POST\r
        """;
    var preflight = ask("OPTIONS", "/", asked, new byte[0]);

    assertThat(preflight.status()).isEqualTo(200);
    assertThat(preflight.header("access-control-allow-origin")).isEqualTo("*");
    assertThat(preflight.header("access-control-allow-headers")).isEqualTo("a, b");
    assertThat(preflight.header("access-control-allow-methods")).isEqualTo("POST");
    assertThat(preflight.header("access-control-max-age")).isEqualTo("172800");
    var asking = post("ListTables", "Origin: http://127.0.0.1:3000\r\n", utf8("{}"));
    assertThat(asking.header("access-control-allow-origin")).isEqualTo("*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://example.com", "null", "http://localhost.example.com", "%"})
  void a_page_from_elsewhere_may_not(String origin) {
    var preflight = ask("OPTIONS", "/", "Origin: " + origin + "\r\n", new byte[0]);
    var asking = post("ListTables", "Origin: " + origin + "\r\n", utf8("{}"));

    assertThat(preflight.status()).isEqualTo(404);
    assertThat(preflight.headers()).doesNotContainKey("access-control-allow-origin");
    assertThat(asking.headers()).doesNotContainKey("access-control-allow-origin");
  }

  @ParameterizedTest
  @EnumSource(ContentCoding.class)
  void a_long_answer_is_compressed_for_those_who_ask(ContentCoding coding) throws Exception {
    var key = "long-" + coding;
    post("PutItem", "", put(key, "x".repeat(LONG)));
    var plain = post("GetItem", "", get(key));

    var answer = post("GetItem", "Accept-Encoding: " + coding.token() + "\r\n", get(key));

    assertThat(answer.header("content-encoding")).isEqualTo(coding.token());
    assertThat(answer.body().length).isLessThan(LONG / 10);
    assertThat(answer.header("x-amz-crc32")).isEqualTo(Long.toString(crc32(answer.body())));
    assertThat(coding.decode(answer.body(), 0, answer.body().length, 2 * LONG))
        .isEqualTo(plain.body());
    assertThat(plain.headers()).doesNotContainKey("content-encoding");
  }

  @Test
  void a_short_answer_is_not_compressed() {
    post("PutItem", "", put("short", "x"));

    var answer = post("GetItem", "Accept-Encoding: gzip\r\n", get("short"));

    assertThat(answer.headers()).doesNotContainKey("content-encoding");
    assertThat(answer.text()).contains("short");
  }

  @ParameterizedTest
  @EnumSource(ContentCoding.class)
  void a_request_may_be_compressed(ContentCoding coding) {
    var more = "Content-Encoding: " + coding.token() + "\r\n";

    var answer = post("PutItem", more, coding.encode(put("compressed", "x".repeat(LONG))));

    assertThat(answer.text()).isEqualTo("{}");
    assertThat(post("GetItem", "", get("compressed")).body()).hasSizeGreaterThan(LONG);
  }

  @Test
  void a_compressed_request_may_have_parts_and_something_behind_them() throws IOException {
    var body = put("parts", "x");
    var parts = new ByteArrayOutputStream();
    parts.write(ContentCoding.GZIP.encode(Arrays.copyOf(body, 10)));
    parts.write(ContentCoding.GZIP.encode(Arrays.copyOfRange(body, 10, body.length)));
    parts.write(utf8("junk"));

    assertThat(post("PutItem", "Content-Encoding: gzip\r\n", parts.toByteArray()).text())
        .isEqualTo("{}");
  }

  @Test
  void what_cannot_be_unpacked_is_malformed() {
    var whole = ContentCoding.GZIP.encode(put("broken", "x"));
    var cut = Arrays.copyOf(whole, whole.length - 1);

    for (var body : new byte[][] {cut, put("broken", "x"), new byte[0]}) {
      var answer = post("PutItem", "Content-Encoding: gzip\r\n", body);
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.text()).isEqualTo(SERIALIZATION);
    }
    assertThat(post("PutItem", "Content-Encoding: br\r\n", whole).text()).isEqualTo(SERIALIZATION);
    assertThat(post("GetItem", "", get("broken")).text()).isEqualTo("{}");
  }

  @Test
  void a_few_bytes_that_stand_for_very_many_are_refused() {
    var bomb = ContentCoding.GZIP.encode(new byte[64 << 20]);

    var answer = post("PutItem", "Content-Encoding: gzip\r\n", bomb);

    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.text())
        .isEqualTo("{\"__type\":\"com.amazon.coral.service#RequestEntityTooLargeException\"}");
    assertThat(post("ListTables", "", utf8("{}")).status()).isEqualTo(200);
  }

  @Test
  void a_body_above_sixteen_megabytes_is_too_large() {
    var answer = post("PutItem", "", new byte[(16 << 20) + 1]);

    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.header("x-amzn-requestid")).matches("[A-Z0-9]{52}");
    assertThat(answer.header("connection")).isEqualTo("close");
  }

  @Test
  void whoever_opens_too_many_connections_is_told() {
    var one = new ConnectionLimits(1, 1, 1, address -> false);
    var limits = HttpLimits.ofBodyBytes(1 << 20).connections(one);
    try (var full = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0, limits);
        var first = new RawClient(full.port());
        var second = new RawClient(full.port())) {
      first.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").read();

      var answer = second.read();

      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.text())
          .isEqualTo(
              "{\"__type\":\"com.amazon.coral.service#ServiceUnavailableException\","
                  + "\"Message\":\"Too many connections are open, or too many from this address\"}");
    }
  }

  @Test
  void what_is_no_http_is_told_in_the_shape_of_an_error() {
    var answer = client.send("nonsense\r\n\r\n").read();

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text())
        .isEqualTo("{\"__type\":\"com.amazon.coral.service#MalformedHttpRequestException\"}");
    assertThat(answer.header("x-amz-crc32")).isEqualTo(Long.toString(crc32(answer.body())));
  }
}

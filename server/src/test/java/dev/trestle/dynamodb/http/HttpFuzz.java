package dev.trestle.dynamodb.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Samples;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.gen.Property;
import dev.trestle.http.RawClient;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Malformed requests over HTTP. The response is always one that DynamoDB could give, never an
 * internal failure, and the server keeps working. {@code -Dtrestle.effort=100} makes the random
 * part a hundred times as long.
 */
class HttpFuzz {
  private static final int RANDOM_REQUESTS = 3000;
  private static final int SENDERS = 40;

  private static final List<String> REPLACEMENTS =
      List.of(
          "null",
          "true",
          "\"false\"",
          "1",
          "-1",
          "1.5",
          "1e999",
          "-99999999999999999999999999",
          "\"\"",
          "\"x\"",
          "\"YR==\"",
          "\"abc\"",
          "\"\\ud800\"",
          "\"\\u0000\"",
          "\"" + "y".repeat(70_000) + "\"",
          "[]",
          "[null]",
          "[1]",
          "[[[]]]",
          "{}",
          "{\"S\":null}",
          "{\"S\":\"a\",\"S\":\"b\"}",
          "{\"x\":{\"N\":\"1\"}}",
          "{\"L\":[".repeat(40) + "{\"S\":\"deep\"}" + "]}".repeat(40),
          "[".repeat(3000) + "]".repeat(3000),
          "{\"a\":".repeat(100_000) + "1");

  private Trestle trestle;
  private DynamoDbServer server;
  private RawClient client;
  private List<RequestSeeds.Seed> seeds;

  @BeforeEach
  void start() {
    trestle = Trestle.inMemory();
    var embedded = trestle.client();
    Samples.createTable(embedded);
    // A mutated DeleteTable sometimes hits the wrong table.
    embedded.updateTable(r -> r.tableName(Samples.TABLE).deletionProtectionEnabled(true));
    embedded.putItem(r -> r.tableName(Samples.TABLE).item(Samples.item("a", 1)));
    seeds = RequestSeeds.of(embedded, trestle.streamsClient()).all();
    server = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0);
    client = new RawClient(server.port());
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
    trestle.close();
  }

  @Test
  void every_seed_is_understood() {
    for (var seed : seeds) {
      var answer = send(seed.target(), bytes(seed.body()));
      assertThat(answer.text())
          .as(seed.toString())
          .doesNotContain("SerializationException", "UnknownOperation");
    }
  }

  @Test
  void a_value_of_another_kind_at_any_place_is_answered() {
    for (var seed : seeds) {
      for (var place : JsonRanges.values(seed.body())) {
        for (var replacement : REPLACEMENTS) {
          check(seed.target(), bytes(place.replacedIn(seed.body(), replacement)));
        }
      }
    }
    checkAlive();
  }

  @Test
  void a_member_left_out_or_given_twice_is_answered() {
    for (var seed : seeds) {
      for (var place : JsonRanges.members(seed.body())) {
        var member = place.in(seed.body());
        check(seed.target(), bytes(place.replacedIn(seed.body(), member + "," + member)));
        check(seed.target(), bytes(place.replacedIn(seed.body(), "\"unknown\":[{}]")));
      }
    }
    checkAlive();
  }

  @Test
  void a_body_cut_off_anywhere_is_malformed() {
    for (var seed : seeds) {
      for (int length = 0; length < seed.body().length(); length += 7) {
        var answer = check(seed.target(), bytes(seed.body().substring(0, length)));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("SerializationException");
      }
    }
    checkAlive();
  }

  @Test
  void random_changes_are_answered() {
    long seed = Property.seed();
    var random = new SplittableRandom(seed);
    try {
      for (int i = 0; i < Property.scaled(RANDOM_REQUESTS); i++) {
        var request = seeds.get(random.nextInt(seeds.size()));
        var other = seeds.get(random.nextInt(seeds.size()));
        var body = changed(bytes(request.body()), random);
        boolean strayed = random.nextInt(10) == 0;
        check(strayed ? other.target() : request.target(), body);
      }
      checkAlive();
    } catch (AssertionError e) {
      throw new AssertionError("with -Dtrestle.seed=" + seed + ": " + e.getMessage(), e);
    }
  }

  /** Bytes changed, put in, taken out, doubled or moved. */
  private static byte[] changed(byte[] body, SplittableRandom random) {
    var bytes = new ArrayList<Byte>();
    for (byte b : body) bytes.add(b);
    for (int change = 1 + random.nextInt(4); change > 0 && !bytes.isEmpty(); change--) {
      int at = random.nextInt(bytes.size());
      int end = Math.min(bytes.size(), at + 1 + random.nextInt(20));
      var part = List.copyOf(bytes.subList(at, end));
      switch (random.nextInt(5)) {
        case 0 -> bytes.set(at, (byte) random.nextInt(256));
        case 1 -> bytes.add(at, (byte) "{}[]\",:\\0-e".charAt(random.nextInt(11)));
        case 2 -> bytes.subList(at, end).clear();
        case 3 -> bytes.addAll(random.nextInt(bytes.size()), part);
        default -> bytes.set(at, (byte) "{}[]\",:\\0-e".charAt(random.nextInt(11)));
      }
    }
    var changed = new byte[bytes.size()];
    for (int i = 0; i < changed.length; i++) changed[i] = bytes.get(i);
    return changed;
  }

  @Test
  void random_heads_are_answered_or_hung_up_on() {
    long seed = Property.seed();
    var random = new SplittableRandom(seed);
    try {
      for (int i = 0; i < Property.scaled(RANDOM_REQUESTS / 10); i++) {
        var request = seeds.get(random.nextInt(seeds.size()));
        var whole = head(request.target(), request.body().length()) + request.body();
        try (var other = new RawClient(server.port())) {
          checkShape(other.send(changed(bytes(whole), random)).end().read(), whole);
        } catch (UncheckedIOException _) {
          // Nothing that could be answered was received.
        }
      }
      checkAlive();
    } catch (AssertionError e) {
      throw new AssertionError("with -Dtrestle.seed=" + seed + ": " + e.getMessage(), e);
    }
  }

  @Test
  void many_who_send_as_much_as_they_may_at_once_are_all_answered() throws Exception {
    var body = " ".repeat(16 << 20).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes("{\"TableName\":\"samples\""), 0, body, 0, 22);
    body[body.length - 1] = '}';
    Callable<RawClient.Response> sender =
        () -> {
          try (var own = new RawClient(server.port())) {
            return own.send(head("DynamoDB_20120810.DescribeTable", body.length)).send(body).read();
          }
        };
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var answer : threads.invokeAll(java.util.Collections.nCopies(SENDERS, sender))) {
        assertThat(answer.get().status()).isEqualTo(200);
      }
    }
    checkAlive();
  }

  private RawClient.Response check(String target, byte[] body) {
    var answer = send(target, body);
    try {
      checkShape(answer, target);
    } catch (AssertionError e) {
      var shown = new String(body, StandardCharsets.ISO_8859_1);
      throw new AssertionError(
          target + " " + shown.substring(0, Math.min(3000, shown.length())) + "\n" + e.getMessage(),
          e);
    }
    return answer;
  }

  private static void checkShape(RawClient.Response answer, String request) {
    assertThat(answer.status()).as(request + answer.text()).isBetween(200, 499);
    assertThat(answer.header("x-amzn-requestid")).matches("[A-Z0-9]{52}");
    var crc = new CRC32();
    crc.update(answer.body());
    assertThat(answer.header("x-amz-crc32")).isEqualTo(Long.toString(crc.getValue()));
    if (answer.status() == 400) {
      assertThat(answer.text())
          .matches(
              "(?s)\\{\"__type\":\"com\\.amazon(aws)?\\.[a-z0-9.]+#[A-Za-z]+\"(,\"[Mm]essage\":\".*)?}");
    }
  }

  private void checkAlive() {
    assertThat(send("DynamoDB_20120810.DescribeTable", bytes("{\"TableName\":\"samples\"}")).text())
        .contains("\"TableStatus\":\"ACTIVE\"");
  }

  private RawClient.Response send(String target, byte[] body) {
    return client.send(head(target, body.length)).send(body).read();
  }

  private static String head(String target, int length) {
    return "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
        + "X-Amz-Target: "
        + target
        + "\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

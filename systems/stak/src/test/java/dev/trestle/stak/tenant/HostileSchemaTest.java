package dev.trestle.stak.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Schemas that take long, recur without end, or make the server call other addresses. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class HostileSchemaTest {
  /** Counts the time of this thread on a processor, which other processes do not change. */
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final BodySchema schemas = new BodySchema();

  private static JsonNode json(String text) {
    try {
      return Json.tree().readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static String pattern(String pattern) {
    return "{\"pattern\":" + Json.tree().getNodeFactory().textNode(pattern) + "}";
  }

  private List<String> paths(String schema, String body) {
    assertThat(schemas.problem(schema)).isEmpty();
    return schemas.violations(schema, json(body)).stream()
        .map(BodySchema.SchemaViolation::path)
        .toList();
  }

  /** Refused or validated quickly: both are fine. */
  private void isBounded(String schema, String body) {
    long start = THREADS.getCurrentThreadCpuTime();
    if (schemas.problem(schema).isEmpty()) schemas.violations(schema, json(body));
    var used = Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - start);
    assertThat(used).isLessThan(Duration.ofSeconds(15));
  }

  @Test
  void what_schemas_are_for_works() {
    var schema =
        """
        {"type":"object","required":["sum"],"properties":{
          "sum":{"type":"number","minimum":0},
          "code":{"type":"string","pattern":"^[A-Z]{3}-\\\\d+$"},
          "lines":{"type":"array","items":{"$ref":"#/$defs/line"}}},
         "patternProperties":{"^x-":{"type":"string"}},
         "$defs":{"line":{"type":"object","properties":{"text":{"type":"string","maxLength":5},
           "lines":{"type":"array","items":{"$ref":"#/$defs/line"}}}}}}\
        """;
    assertThat(paths(schema, "{\"sum\":1,\"code\":\"ABC-12\",\"x-a\":\"b\"}")).isEmpty();
    assertThat(
            paths(
                schema,
                """
                {"sum":-1,"code":"abc","x-a":1,"lines":[{"text":"short"},
                 {"lines":[{"text":"too long"}]}]}\
                """))
        .containsExactly("$.code", "$.lines[1].lines[0].text", "$.sum", "$.x-a");
    assertThat(schemas.violations(schema, json("{}")))
        .containsExactly(
            new BodySchema.SchemaViolation("$", "$: required property 'sum' not found"));
  }

  @Test
  void other_drafts_are_taken_by_name_and_unknown_ones_are_not() {
    for (var draft :
        List.of(
            "https://json-schema.org/draft/2020-12/schema",
            "https://json-schema.org/draft/2019-09/schema",
            "http://json-schema.org/draft-07/schema#")) {
      var schema = "{\"$schema\":\"" + draft + "\",\"type\":\"string\",\"pattern\":\"^a\"}";
      assertThat(paths(schema, "\"b\"")).as(draft).hasSize(1);
    }
    assertThat(schemas.problem("{\"$schema\":\"https://example.com/mine\"}")).isPresent();
    assertThat(schemas.problem("{\"$schema\":\"http://json-schema.org/draft-04/schema#\"}"))
        .isPresent();
  }

  @Test
  void patterns_that_take_java_years_take_no_time() {
    var text = "\"" + "a".repeat(30_000) + "!\"";
    for (var hostile :
        List.of(
            "^(a+)+$",
            "^(a|aa)+$",
            "^([a-z]+)*$",
            "(a*)*b",
            "(.*a){20}$",
            "(?:|||||||)".repeat(20) + "z",
            "^(([a-z])+.)+[A-Z]([a-z])+$",
            "(x+x+)+y")) {
      isBounded(pattern(hostile), text);
    }
  }

  @Test
  void many_patterns_together_are_bounded_too() {
    var patterns =
        IntStream.range(0, 300)
            .mapToObj(i -> "{\"pattern\":\".{500}x" + i + "$\"}")
            .collect(Collectors.joining(","));
    isBounded("{\"anyOf\":[" + patterns + "]}", "\"" + "a".repeat(30_000) + "\"");
    var schema = "{\"anyOf\":[" + patterns + "]}";
    assertThat(schemas.violations(schema, json("\"" + "a".repeat(30_000) + "\"")))
        .extracting(BodySchema.SchemaViolation::message)
        .containsExactly("This body is too expensive to validate with the inbox's schema.");
  }

  @Test
  void patterns_that_cannot_be_linear_or_are_huge_are_refused_by_name() {
    for (var refused : List.of("(?=a)b", "(a)\\1", "(?<!a)b", "((a{900}){900}){900}", "a{3000}")) {
      assertThat(schemas.problem(pattern(refused)).orElse("")).as(refused).contains(refused);
    }
    assertThat(schemas.problem(pattern("a".repeat(1001)))).isPresent();
    for (var taken :
        List.of("^[a-z]{1,50}@[a-z]{1,50}\\.[a-z]{2,20}$", "[]{9}]{3}\\{9", "((ab){9}c){9}")) {
      assertThat(schemas.problem(pattern(taken))).as(taken).isEmpty();
    }
    assertThat(schemas.problem("{\"patternProperties\":{\"(?=a)b\":{}}}")).isPresent();
  }

  @Test
  void references_that_double_or_never_end_are_bounded() {
    var doubling = new StringBuilder("{\"$ref\":\"#/$defs/d0\",\"$defs\":{");
    for (int i = 0; i < 60; i++) {
      var next = "{\"$ref\":\"#/$defs/d" + (i + 1) + "\"}";
      doubling.append("\"d%d\":{\"allOf\":[%s,%s]},".formatted(i, next, next));
    }
    doubling.append("\"d60\":{\"type\":\"string\"}}}");
    var deep = "{\"a\":".repeat(31) + "1" + "}".repeat(31);
    for (var schema :
        List.of(
            doubling.toString(),
            "{\"$ref\":\"#\"}",
            "{\"allOf\":[{\"$ref\":\"#\"}]}",
            "{\"$dynamicAnchor\":\"x\",\"$dynamicRef\":\"#x\"}",
            "{\"anyOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}",
            "{\"$schema\":\"https://json-schema.org/draft/2019-09/schema\",\"$recursiveRef\":\"#\"}",
            "{\"properties\":{\"a\":{\"allOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}}}",
            "{\"additionalProperties\":{\"oneOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}}")) {
      isBounded(schema, deep);
      isBounded(schema, "\"x\"");
    }
  }

  @Test
  void many_alternatives_for_many_items_are_bounded() {
    var types = "{\"type\":\"string\"},".repeat(3000) + "{\"type\":\"object\"}";
    var items = "[" + "1,".repeat(15_000) + "1]";
    isBounded("{\"items\":{\"anyOf\":[" + types + "]}}", items);
    isBounded("{\"items\":{\"anyOf\":[" + "false,".repeat(10_000) + "false]}}", items);
    isBounded("{\"uniqueItems\":true}", "[" + "{\"a\":[1]},".repeat(3000) + "2]");
  }

  @Test
  void a_schema_too_deep_to_be_read_is_refused() {
    var deep = "{\"not\":".repeat(5000) + "{}" + "}".repeat(5000);
    assertThat(schemas.problem(deep)).isPresent();
  }

  @Test
  void nothing_is_ever_fetched() throws IOException {
    var calls = new AtomicInteger();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          calls.incrementAndGet();
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    server.start();
    try {
      var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/schema.json";
      for (var schema :
          List.of(
              "{\"$ref\":\"" + url + "\"}",
              "{\"$id\":\"" + url + "\",\"$ref\":\"other.json\"}",
              "{\"$schema\":\"" + url + "\"}",
              "{\"properties\":{\"a\":{\"$ref\":\"" + url + "#/x\"}}}",
              "{\"$dynamicRef\":\"" + url + "#x\"}",
              "{\"$ref\":\"file:///etc/passwd\"}",
              "{\"$ref\":\"classpath:schema.json\"}",
              "{\"$ref\":\"jar:" + url + "!/x\"}")) {
        assertThat(schemas.problem(schema)).as(schema).isPresent();
      }
      assertThat(calls).hasValue(0);
    } finally {
      server.stop(0);
    }
  }
}

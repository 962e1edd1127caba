package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trestle.app.server.ApiOperations.ApiOperation;
import dev.trestle.app.server.EdgeServer.Credentials;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Values that JSON allows and no field takes, in every field of every documented route and of what
 * the operator and the console send.
 */
class HostileJsonTest {
  private static final String MARK = "\"the hostile value\"";

  /** Refused wherever they are, also where a field takes anything. */
  private static final List<String> NEVER =
      List.of(
          "\"\\ud800\"",
          "\"a\\udfff\"",
          "[\"\\ud83d\"]",
          "1e400",
          "-1e400",
          "1e-400",
          "[1e999999999]");

  /** Refused or not, but never the reason for a failure. */
  private static final List<String> STRANGE =
      List.of(
          "null",
          "[null]",
          "{}",
          "[]",
          "true",
          "0",
          "-1",
          "1e308",
          "9223372036854775808",
          "\"\"",
          "\"\\u0000\"",
          "\"\\uffff\"",
          "\"+99999-01-01T00:00:00Z\"",
          "\"179499542624246\"",
          "[[[[[[]]]]]]",
          "{\"a\":{\"b\":null}}");

  /** The bodies of routes that no document names, by their paths. */
  private static final Map<String, Object> OPERATORS =
      Map.of(
          "/operator/session", Map.of("password", "text"),
          "/operator/stak/tenants", Map.of("name", "text"),
          "/console/api/queues/stak-webhook/replay", Map.of("id", "text"),
          "/console/api/queues/stak-webhook/drop", Map.of("id", "text"),
          "/console/api/systems/stak/patterns/sent.latest/run",
              Map.of("parameters", Map.of("tenant", "text"), "cursor", "text"));

  /** An example with the mark in the place of one field. */
  private record Marked(String field, String json) {}

  @TempDir Path folder;

  private final List<String> failures = new ArrayList<>();
  private int sent;

  @Test
  void no_value_of_a_field_makes_a_route_fail() throws IOException {
    // With real limits, nearly all requests would be refused before anything reads their bodies.
    var unlimited = new RateLimits(new RandomLimiter(new Random(), 100));
    try (var edge = new EdgeServer(folder, context -> context.limits(unlimited))) {
      var bob = new Belongings(edge);
      var tenant = edge.tenant("acme");
      addTemplate(edge, tenant);
      for (var operation : ApiOperations.all()) {
        if (operation.example().isEmpty() || isForTelegram(operation)) continue;
        var credentials = credentials(operation, bob, tenant);
        var path =
            bob.path(operation.path())
                .replace("{tenant}", tenant.id())
                .replace("{inbox}", "DEFAULT")
                .replace("{name}", "welcome")
                .replaceAll("\\{\\w+}", "01ARZ3NDEKTSV4RRFFQ69G5FAV");
        attack(edge, operation, path, credentials);
      }
      for (var posted : OPERATORS.entrySet()) {
        ObjectNode example = Json.tree().valueToTree(posted.getValue());
        var operation = new ApiOperation("POST", posted.getKey(), Optional.of(example));
        attack(edge, operation, posted.getKey(), edge.operator());
      }
    }
    assertThat(failures).isEmpty();
    assertThat(sent).isGreaterThan(1000);
  }

  private void attack(
      EdgeServer edge, ApiOperation operation, String path, Credentials credentials) {
    for (var body : marked(operation.example().orElseThrow())) {
      for (var value : NEVER) {
        var response = send(edge, operation, path, credentials, body, value);
        if (!isRefused(response, body.field())) {
          failures.add(shown(operation, body, value, response));
        }
      }
      for (var value : STRANGE) send(edge, operation, path, credentials, body, value);
    }
  }

  private static void addTemplate(EdgeServer edge, EdgeServer.Tenant tenant) {
    var content = Map.of("title", "Hello", "body", "Welcome");
    var template = Map.of("category", "news", "language", "en", "contents", Map.of("en", content));
    var path = "/stack/admin/v1/" + tenant.id() + "/DEFAULT/templates/welcome";
    var added = edge.call("PUT", path, Json.write(template), Credentials.admin(tenant.adminKey()));
    assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
  }

  /** Only Telegram knows the token that comes before the body. */
  private static boolean isForTelegram(ApiOperation operation) {
    return operation.path().endsWith("/telegram/webhook");
  }

  /** Whether it is refused because of its form, with the field that is wrong or its list. */
  private static boolean isRefused(HttpResponse<String> response, String field) {
    return response.statusCode() == 400
        && response.body().contains("\"" + field.replaceFirst("\\.\\d+$", ""));
  }

  private static String shown(
      ApiOperation operation, Marked body, String value, HttpResponse<String> response) {
    var json = body.json().replace(MARK, value);
    return operation + " " + json + ": " + response.statusCode() + " " + response.body();
  }

  private static Credentials credentials(
      ApiOperation operation, Belongings bob, EdgeServer.Tenant tenant) {
    if (operation.path().startsWith("/stack/admin")) return Credentials.admin(tenant.adminKey());
    if (operation.path().startsWith("/stack/users")) {
      return Credentials.tenantUser(tenant.userKey());
    }
    return bob.owner();
  }

  private HttpResponse<String> send(
      EdgeServer edge,
      ApiOperation operation,
      String path,
      Credentials credentials,
      Marked body,
      String value) {
    sent++;
    var json = body.json().replace(MARK, value).getBytes(UTF_8);
    var response = edge.call(operation.method(), path, json, credentials);
    if (response.statusCode() >= 500) failures.add(shown(operation, body, value, response));
    return response;
  }

  /** The example once for each of its fields, with the mark in that field's place. */
  private static List<Marked> marked(ObjectNode example) {
    var bodies = new ArrayList<Marked>();
    mark(example, example, "", bodies);
    return bodies;
  }

  private static void mark(ObjectNode root, JsonNode at, String path, List<Marked> bodies) {
    if (at instanceof ObjectNode object) {
      for (var field : new ArrayList<>(object.properties())) {
        var name = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
        replaced(root, value -> object.set(field.getKey(), value), field.getValue(), name, bodies);
        mark(root, field.getValue(), name, bodies);
      }
    } else if (at instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        int index = i;
        var name = path + "." + i;
        replaced(root, value -> array.set(index, value), array.get(i), name, bodies);
        mark(root, array.get(i), name, bodies);
      }
    }
  }

  private static void replaced(
      ObjectNode root, Consumer<JsonNode> field, JsonNode value, String name, List<Marked> bodies) {
    field.accept(root.textNode("the hostile value"));
    bodies.add(new Marked(name, new String(Json.write(root), UTF_8)));
    field.accept(value);
  }
}

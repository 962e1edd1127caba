package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trestle.app.server.ApiOperations.ApiOperation;
import dev.trestle.app.server.EdgeServer.Credentials;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values that JSON allows and no field takes, in every field of every documented route. */
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
          "[[[[[[]]]]]]",
          "{\"a\":{\"b\":null}}");

  @TempDir Path folder;

  @Test
  void no_value_of_a_field_makes_a_route_fail() throws IOException {
    try (var edge = new EdgeServer(folder)) {
      var token = edge.signIn("+46701740605");
      var tenant = edge.tenant("acme");
      var chat = edge.groupOf(token);
      int sent = 0;
      for (var operation : ApiOperations.all()) {
        if (operation.example().isEmpty()) continue;
        var credentials = credentials(operation, token, tenant);
        var path =
            operation
                .path()
                .replace("{tenant}", tenant.id())
                .replace("{inbox}", "main")
                .replace("{chat}", chat)
                .replaceAll("\\{\\w+}", "01ARZ3NDEKTSV4RRFFQ69G5FAV");
        for (var body : bodies(operation.example().get())) {
          for (var value : NEVER) {
            sent += send(edge, operation, path, credentials, body, value, true);
          }
          for (var value : STRANGE) {
            sent += send(edge, operation, path, credentials, body, value, false);
          }
        }
      }
      assertThat(sent).isGreaterThan(1000);
    }
  }

  private static Credentials credentials(
      ApiOperation operation, String token, EdgeServer.Tenant tenant) {
    if (operation.path().startsWith("/stack/admin")) return Credentials.admin(tenant.adminKey());
    if (operation.path().startsWith("/stack/users")) {
      return Credentials.tenantUser(tenant.userKey());
    }
    return Credentials.bearer(token);
  }

  private static int send(
      EdgeServer edge,
      ApiOperation operation,
      String path,
      Credentials credentials,
      String body,
      String value,
      boolean isRefused) {
    var json = body.replace(MARK, value);
    var response = edge.call(operation.method(), path, json.getBytes(UTF_8), credentials);
    assertThat(response.statusCode()).as(operation + " " + json + response.body()).isLessThan(500);
    if (isRefused) {
      assertThat(response.statusCode()).as(operation + " " + json).isBetween(400, 499);
    }
    return 1;
  }

  /** The example once for each of its fields, with the mark in that field's place. */
  private static List<String> bodies(ObjectNode example) {
    var bodies = new ArrayList<String>();
    mark(example, example, bodies);
    return bodies;
  }

  private static void mark(ObjectNode root, JsonNode at, List<String> bodies) {
    if (at instanceof ObjectNode object) {
      for (var field : new ArrayList<>(object.properties())) {
        replaced(root, value -> object.set(field.getKey(), value), field.getValue(), bodies);
        mark(root, field.getValue(), bodies);
      }
    } else if (at instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        int index = i;
        replaced(root, value -> array.set(index, value), array.get(i), bodies);
        mark(root, array.get(i), bodies);
      }
    }
  }

  private static void replaced(
      ObjectNode root, Consumer<JsonNode> field, JsonNode value, List<String> bodies) {
    field.accept(root.textNode("the hostile value"));
    bodies.add(new String(Json.write(root), UTF_8));
    field.accept(value);
  }
}

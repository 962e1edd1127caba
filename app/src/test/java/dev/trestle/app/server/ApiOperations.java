package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trestle.accounts.Accounts;
import dev.trestle.ecobid.EcoBid;
import dev.trestle.homeops.HomeOps;
import dev.trestle.messenger.Messenger;
import dev.trestle.platform.web.Json;
import dev.trestle.stak.Stak;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The operations that the OpenAPI documents of all systems name. */
final class ApiOperations {
  private static final int DEPTH_MAX = 6;

  /**
   * One operation.
   *
   * @param example a body that fits its schema, if it takes JSON
   */
  record ApiOperation(String method, String path, Optional<ObjectNode> example) {
    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  private ApiOperations() {}

  static List<ApiOperation> all() {
    var all = new ArrayList<ApiOperation>();
    for (var system :
        List.of(Accounts.class, Messenger.class, Stak.class, EcoBid.class, HomeOps.class)) {
      all.addAll(of(system));
    }
    return all;
  }

  /**
   * Operations with bodies that work.
   *
   * @param ids of things that exist, by their names in paths
   */
  static List<ApiOperation> working(Map<String, String> ids) {
    try (var in = ApiOperations.class.getResourceAsStream("working-bodies.txt")) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> working(line, ids))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ApiOperation working(String line, Map<String, String> ids) {
    var words = line.split(" ", 3);
    var body = words[2];
    for (var id : ids.entrySet()) {
      body = body.replace("\"@" + id.getKey() + "\"", "\"" + id.getValue() + "\"");
    }
    var example = Json.read(body.getBytes(UTF_8), ObjectNode.class);
    return new ApiOperation(words[0], words[1], Optional.of(example));
  }

  private static List<ApiOperation> of(Class<?> system) {
    JsonNode root;
    try (var in = system.getResourceAsStream("web/openapi.json")) {
      root = Json.tree().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var prefix = root.path("servers").path(0).path("url").asText("");
    var operations = new ArrayList<ApiOperation>();
    for (var path : root.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        if (method.getKey().equals("parameters")) continue;
        var schema =
            method
                .getValue()
                .path("requestBody")
                .path("content")
                .path("application/json")
                .path("schema");
        var example =
            schema.isMissingNode()
                ? Optional.<ObjectNode>empty()
                : Optional.of((ObjectNode) example(root, schema, 0));
        operations.add(
            new ApiOperation(
                method.getKey().toUpperCase(Locale.ROOT), prefix + path.getKey(), example));
      }
    }
    return operations;
  }

  private static JsonNode example(JsonNode root, JsonNode schema, int depth) {
    var json = JsonNodeFactory.instance;
    var reference = schema.path("$ref").asText("");
    if (!reference.isEmpty()) return example(root, root.at(reference.substring(1)), depth);
    if (depth > DEPTH_MAX) return json.nullNode();
    for (var choice : List.of("oneOf", "anyOf", "allOf")) {
      if (schema.has(choice)) return example(root, schema.path(choice).path(0), depth);
    }
    if (schema.has("enum")) return schema.path("enum").path(0);
    var type = schema.path("type").isArray() ? schema.path("type").path(0) : schema.path("type");
    return switch (type.asText(schema.has("properties") ? "object" : "string")) {
      case "object" -> {
        var object = json.objectNode();
        for (var field : schema.path("properties").properties()) {
          object.set(field.getKey(), example(root, field.getValue(), depth + 1));
        }
        yield object;
      }
      case "array" -> json.arrayNode().add(example(root, schema.path("items"), depth + 1));
      case "integer", "number" -> json.numberNode(1);
      case "boolean" -> json.booleanNode(true);
      default ->
          json.textNode(
              schema.path("format").asText().equals("date-time") ? "2030-01-01T00:00:00Z" : "text");
    };
  }
}

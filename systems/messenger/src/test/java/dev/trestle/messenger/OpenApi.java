package dev.trestle.messenger;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The document of the API, and whether an answer is as it says. */
public final class OpenApi {
  private static final OpenApi DOCUMENT = new OpenApi();

  private final JsonNode root;

  private OpenApi() {
    try (var in = Messenger.class.getResourceAsStream("web/openapi.json")) {
      root = Json.tree().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static OpenApi document() {
    return DOCUMENT;
  }

  /** All operations, as {@code GET /chats}. */
  public Set<String> operations() {
    var all = new TreeSet<String>();
    root.path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .fieldNames()
                .forEachRemaining(
                    method -> all.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
    return all;
  }

  /** What is wrong with an answer; nothing for addresses that are not there. */
  public List<String> faults(String method, String target, int status, JsonNode body) {
    var path = target.replaceFirst("\\?.*", "");
    var operation = operation(method, path);
    if (operation.isEmpty()) {
      return status == 404 || status == 405 ? List.of() : List.of("no operation has this address");
    }
    var response = operation.get().path("responses").path(Integer.toString(status));
    if (response.isMissingNode()) return List.of(status + " is not in the document");
    var schema = response.path("content").path("application/json").path("schema");
    if (schema.isMissingNode()) return List.of();
    var faults = new ArrayList<String>();
    check(schema, body, "", faults);
    return faults;
  }

  private Optional<JsonNode> operation(String method, String path) {
    Optional<JsonNode> found = Optional.empty();
    for (var candidate : root.path("paths").properties()) {
      var pattern =
          String.join(
              "/",
              Arrays.stream(candidate.getKey().split("/", -1))
                  .map(part -> part.startsWith("{") ? "[^/]+" : Pattern.quote(part))
                  .toList());
      var operation = candidate.getValue().path(method.toLowerCase(Locale.ROOT));
      if (!path.matches(pattern) || operation.isMissingNode()) continue;
      boolean isExact = !candidate.getKey().contains("{");
      if (found.isEmpty() || isExact) found = Optional.of(operation);
    }
    return found;
  }

  private void check(JsonNode given, JsonNode value, String at, List<String> faults) {
    var schema = resolved(given);
    if (schema.has("enum") && !contains(schema.path("enum"), value)) {
      faults.add(at + " is none of " + schema.path("enum"));
    }
    boolean fits =
        switch (schema.path("type").asText("any")) {
          case "object" -> value.isObject();
          case "array" -> value.isArray();
          case "string" -> value.isTextual();
          case "integer" -> value.isIntegralNumber();
          case "boolean" -> value.isBoolean();
          default -> true;
        };
    if (!fits) {
      faults.add(at + " is no " + schema.path("type").asText());
      return;
    }
    if (schema.has("pattern") && !value.asText().matches(schema.path("pattern").asText())) {
      faults.add(at + " is not of the form " + schema.path("pattern").asText());
    }
    if (schema.path("format").asText().equals("date-time")
        && !value.asText().matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z")) {
      faults.add(at + " is no time");
    }
    if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        check(schema.path("items"), value.get(i), at + "/" + i, faults);
      }
    }
    if (value.isObject()) members(schema, value, at, faults);
  }

  private void members(JsonNode schema, JsonNode value, String at, List<String> faults) {
    for (var required : schema.path("required")) {
      if (!value.has(required.asText())) faults.add(at + "/" + required.asText() + " is missing");
    }
    var more = schema.path("additionalProperties");
    for (var member : value.properties()) {
      var known = schema.path("properties").path(member.getKey());
      var place = at + "/" + member.getKey();
      if (!known.isMissingNode()) {
        check(known, member.getValue(), place, faults);
      } else if (more.isObject()) {
        check(more, member.getValue(), place, faults);
      } else if (!more.asBoolean(true)) {
        faults.add(place + " is not in the document");
      }
    }
  }

  private JsonNode resolved(JsonNode schema) {
    var reference = schema.path("$ref").asText();
    return reference.isEmpty() ? schema : root.at(reference.substring(1));
  }

  private static boolean contains(JsonNode list, JsonNode value) {
    for (var each : list) if (each.equals(value)) return true;
    return false;
  }
}

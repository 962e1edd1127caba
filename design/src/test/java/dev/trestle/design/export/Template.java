package dev.trestle.design.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A template's resources without what may differ between two that mean the same: logical ids (each
 * resource is called by its type and its own name), the order of fields and of unordered lists,
 * defaults that are spelled out, and metadata.
 */
record Template(Map<String, JsonTree> resources) {
  private static final List<String> NAMES =
      List.of("TableName", "BackupVaultName", "AlarmName", "PolicyName");

  static Template of(String text) {
    var fields = ((JsonTree.Fields) JsonTree.parse(text)).field("Resources").orElseThrow();
    var resources = ((JsonTree.Fields) fields).fields();
    var names = new LinkedHashMap<String, String>();
    resources.forEach((id, resource) -> names.put(id, name(new JsonField(id, resource))));
    var tables = Map.copyOf(names);
    resources.forEach((id, resource) ->
        scaled(new JsonField(id, resource), tables).ifPresent(name -> names.put(id, name)));
    var found = new TreeMap<String, JsonTree>();
    resources.forEach((id, resource) -> {
      var at = new JsonField(id, resource);
      if (at.text("Type").equals("AWS::CDK::Metadata")) return;
      var normal =
          JsonTree.object()
              .put("Type", at.text("Type"))
              .put("Policy", at.findText("DeletionPolicy").orElse("Delete"))
              .put(
                  "Properties",
                  at.find("Properties").map(JsonField::json).orElse(JsonTree.object().done()));
      found.put(names.getOrDefault(id, id), normal(normal.done(), names));
    });
    return new Template(found);
  }

  /** A scalable target has no name of its own: it is called by what it scales. */
  private static Optional<String> scaled(JsonField at, Map<String, String> names) {
    return at.find("Properties")
        .flatMap(properties ->
            properties
                .find("ScalableDimension")
                .map(dimension ->
                    dimension.text() + normal(properties.at("ResourceId").json(), names).print()));
  }

  private static String name(JsonField at) {
    var type = at.text("Type");
    var properties = at.find("Properties");
    if (properties.isEmpty()) return type;
    for (var name : NAMES) {
      var value = properties.get().find(name);
      if (value.isPresent()) return type + " " + value.get().text();
    }
    for (var inner : List.of("BackupPlan", "BackupSelection")) {
      var value = properties.get().find(inner);
      if (value.isPresent()) {
        var own =
            value.get().findText("BackupPlanName").or(() -> value.get().findText("SelectionName"));
        return type + " " + own.orElse("");
      }
    }
    return type;
  }

  private static JsonTree normal(JsonTree json, Map<String, String> names) {
    return switch (json) {
      case JsonTree.Fields(var fields) -> {
        var sorted = new TreeMap<String, JsonTree>();
        fields.forEach((name, value) -> {
          if (name.equals("BillingMode") && value.equals(JsonTree.of("PROVISIONED"))) return;
          // The role that Application Auto Scaling creates for itself.
          if (name.equals("RoleARN")) return;
          sorted.put(name, normal(value, names));
        });
        if (sorted.size() == 1 && fields.get("Ref") instanceof JsonTree.Text(var id)) {
          yield reference(id, names);
        }
        if (fields.get("Fn::GetAtt") instanceof JsonTree.Array(var parts)
            && parts.getFirst() instanceof JsonTree.Text(var id)) {
          yield JsonTree.array(List.of(reference(id, names), parts.getLast()));
        }
        yield new JsonTree.Fields(sorted);
      }
      case JsonTree.Array(var elements) -> {
        var normal = new ArrayList<>(elements.stream().map(each -> normal(each, names)).toList());
        if (normal.stream().allMatch(JsonTree.Fields.class::isInstance) && !isKeySchema(normal)) {
          normal.sort((a, b) -> a.print().compareTo(b.print()));
        }
        yield JsonTree.array(normal);
      }
      case JsonTree.Text _, JsonTree.Numeral _, JsonTree.Truth _, JsonTree.Nothing _ -> json;
    };
  }

  /** The order of a key's two attributes is theirs. */
  private static boolean isKeySchema(List<JsonTree> elements) {
    return elements.stream()
        .allMatch(each -> ((JsonTree.Fields) each).field("KeyType").isPresent());
  }

  private static JsonTree reference(String name, Map<String, String> names) {
    return JsonTree.of(name.equals("AWS::Region") ? "us-east-1" : names.getOrDefault(name, name));
  }

  @Override
  public String toString() {
    return resources.entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue().print())
        .collect(Collectors.joining());
  }
}

package dev.trestle.model.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A template's resources without what may differ between two that mean the same: logical ids (each
 * resource is called by its type and its own name), the order of fields and of unordered lists,
 * defaults that are spelled out, and metadata.
 */
record Template(Map<String, Json> resources) {
  private static final List<String> NAMES = List.of("TableName", "BackupVaultName", "AlarmName");

  static Template of(String text) {
    var fields = ((Json.Fields) Json.parse(text)).field("Resources").orElseThrow();
    var resources = ((Json.Fields) fields).fields();
    var names = new LinkedHashMap<String, String>();
    resources.forEach((id, resource) -> names.put(id, name(new JsonAt(id, resource))));
    var found = new TreeMap<String, Json>();
    resources.forEach((id, resource) -> {
      var at = new JsonAt(id, resource);
      if (at.text("Type").equals("AWS::CDK::Metadata")) return;
      var normal =
          Json.object()
              .put("Type", at.text("Type"))
              .put("Policy", at.findText("DeletionPolicy").orElse("Delete"))
              .put(
                  "Properties",
                  at.find("Properties").map(JsonAt::json).orElse(Json.object().done()));
      found.put(names.getOrDefault(id, id), normal(normal.done(), names));
    });
    return new Template(found);
  }

  private static String name(JsonAt at) {
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

  private static Json normal(Json json, Map<String, String> names) {
    return switch (json) {
      case Json.Fields(var fields) -> {
        var sorted = new TreeMap<String, Json>();
        fields.forEach((name, value) -> {
          if (name.equals("BillingMode") && value.equals(Json.of("PROVISIONED"))) return;
          sorted.put(name, normal(value, names));
        });
        if (sorted.size() == 1 && fields.get("Ref") instanceof Json.Text(var id)) {
          yield reference(id, names);
        }
        if (fields.get("Fn::GetAtt") instanceof Json.Array(var parts)
            && parts.getFirst() instanceof Json.Text(var id)) {
          yield Json.array(List.of(reference(id, names), parts.getLast()));
        }
        yield new Json.Fields(sorted);
      }
      case Json.Array(var elements) -> {
        var normal = new ArrayList<>(elements.stream().map(each -> normal(each, names)).toList());
        if (normal.stream().allMatch(Json.Fields.class::isInstance) && !isKeySchema(normal)) {
          normal.sort((a, b) -> a.print().compareTo(b.print()));
        }
        yield Json.array(normal);
      }
      case Json.Text _, Json.Numeral _, Json.Truth _, Json.Nothing _ -> json;
    };
  }

  /** The order of a key's two attributes is theirs. */
  private static boolean isKeySchema(List<Json> elements) {
    return elements.stream().allMatch(each -> ((Json.Fields) each).field("KeyType").isPresent());
  }

  private static Json reference(String name, Map<String, String> names) {
    return Json.of(name.equals("AWS::Region") ? "us-east-1" : names.getOrDefault(name, name));
  }

  @Override
  public String toString() {
    return resources.entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue().print())
        .collect(Collectors.joining());
  }
}

package dev.trestle.engine.schema;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableParameters.AttributeDefinition;
import dev.trestle.engine.request.TableParameters.KeySchemaElement;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.SchemaAttribute;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rejects a new index whose key gives another type to an attribute that a key already uses. Other
 * attributes keep their type, whatever the request defines.
 */
final class AttributeRedefinition {
  private final TableDefinition table;
  private final Map<String, String> types;

  AttributeRedefinition(TableDefinition table, List<AttributeDefinition> definitions) {
    this.table = table;
    this.types =
        definitions.stream()
            .collect(Collectors.toMap(each -> given(each.name()), each -> given(each.type())));
  }

  void check(List<KeySchemaElement> elements) {
    for (var attribute : table.attributes()) {
      if (elements.stream().noneMatch(each -> attribute.name().equals(each.attributeName()))) {
        continue;
      }
      var type = types.getOrDefault(attribute.name(), attribute.type().name());
      if (type.equals(attribute.type().name())) continue;
      throw new ValidationException(
          "One or more parameter values were invalid: Attributes cannot be redefined. Please check"
              + " that your attribute has the same type as previously defined. Existing schema: "
              + shown(keyWith(attribute))
              + " New schema: "
              + shown(elements));
    }
  }

  private KeySchema keyWith(SchemaAttribute attribute) {
    return Stream.concat(
            Stream.of(table.keys()), table.indexes().stream().map(SecondaryIndex::keys))
        .filter(keys -> keys.attributes().contains(attribute))
        .findFirst()
        .orElseThrow();
  }

  private static String shown(KeySchema keys) {
    var shown = new ArrayList<String>();
    for (var each : keys.partition()) shown.add(shown(each.name(), each.type().name(), "HASH"));
    for (var each : keys.sort()) shown.add(shown(each.name(), each.type().name(), "RANGE"));
    return "Schema:[" + String.join(", ", shown) + "]";
  }

  private String shown(List<KeySchemaElement> elements) {
    return elements.stream()
        .map(each -> {
          var name = given(each.attributeName());
          return shown(name, types.getOrDefault(name, "null"), given(each.keyType()));
        })
        .collect(Collectors.joining(", ", "Schema:[", "]"));
  }

  private static String shown(String name, String type, String kind) {
    return "SchemaElement: key{" + name + ":" + type + ":" + kind + "}";
  }
}

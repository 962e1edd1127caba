package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.Constraints.given;

import dev.trestle.engine.operation.TableParameters.AttributeDefinition;
import dev.trestle.engine.operation.TableParameters.KeySchemaElement;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.item.Limits;
import dev.trestle.item.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes keys out of key schemas and the attribute definitions that came with them. */
final class KeySchemas {
  private static final String INVALID = "One or more parameter values were invalid: ";

  private final List<String> defined = new ArrayList<>();
  private final Map<String, Type> types = new TreeMap<>();
  private final Set<String> used = new TreeSet<>();

  KeySchemas(List<AttributeDefinition> attributes) {
    for (var attribute : attributes) {
      var name = given(attribute.name());
      defined.add(name);
      types.put(name, Type.valueOf(given(attribute.type())));
    }
  }

  /**
   * Attributes that the table has already; where a request defines one of them anew, it is not
   * looked at.
   */
  KeySchemas known(List<KeyAttribute> attributes) {
    for (var attribute : attributes) {
      types.put(attribute.name(), attribute.type());
      if (!defined.contains(attribute.name())) defined.add(attribute.name());
    }
    return this;
  }

  KeySchema table(List<KeySchemaElement> elements) {
    var distinct = new HashSet<>(defined);
    if (elements.size() > distinct.size()) {
      throw new ValidationException(
          "Invalid KeySchema: Some index key attribute have no definition");
    }
    return single(elements);
  }

  /** A key of one partition attribute and at most one sort attribute. */
  KeySchema single(List<KeySchemaElement> elements) {
    requireDefined(elements);
    if (elements.size() > 1 && name(elements.get(0)).equals(name(elements.get(1)))) {
      throw new ValidationException(
          "Both the Hash Key and the Range Key element in the KeySchema have the same name");
    }
    requireType(elements, 0, "HASH", "first");
    if (elements.size() > 1) requireType(elements, 1, "RANGE", "second");
    return keys(elements);
  }

  /** A global index's key: up to four partition attributes, then up to four sort attributes. */
  KeySchema global(List<KeySchemaElement> elements) {
    if (elements.size() <= 2 && !isAll(elements, "HASH")) return single(elements);
    requireDefined(elements);
    requireType(elements, 0, "HASH", "first");
    var names = new HashSet<String>();
    boolean sort = false;
    for (var element : elements) {
      if (!names.add(name(element))) {
        throw new ValidationException(
            INVALID + "Duplicate attribute in KeySchema: " + name(element));
      }
      if (isType(element, "RANGE")) sort = true;
      else if (sort) {
        throw new ValidationException(
            "Invalid KeySchema: All HASH key elements must come before the RANGE key elements");
      }
    }
    var keys = split(elements);
    if (keys.get(0).size() > Limits.INDEX_KEY_ATTRIBUTES
        || keys.get(1).size() > Limits.INDEX_KEY_ATTRIBUTES) {
      throw new ValidationException(
          "Invalid KeySchema: At most 4 HASH and 4 RANGE key elements are allowed");
    }
    return keys(elements);
  }

  /** The definitions that keys were made with, in DynamoDB's order: by name. */
  List<KeyAttribute> attributes() {
    return used.stream().map(this::attribute).toList();
  }

  /** Refuses definitions that no key uses. */
  void requireAllUsed(boolean indexes) {
    if (used.size() == defined.size()) return;
    if (!indexes) {
      throw new ValidationException(
          INVALID
              + "Number of attributes in KeySchema does not exactly match number of attributes"
              + " defined in AttributeDefinitions");
    }
    throw new ValidationException(
        INVALID
            + "Some AttributeDefinitions are not used. AttributeDefinitions: "
            + defined
            + ", keys used: "
            + used);
  }

  private KeySchema keys(List<KeySchemaElement> elements) {
    for (var element : elements) used.add(name(element));
    var keys = split(elements);
    return new KeySchema(keys.get(0), keys.get(1));
  }

  private List<List<KeyAttribute>> split(List<KeySchemaElement> elements) {
    var partition = new ArrayList<KeyAttribute>();
    var sort = new ArrayList<KeyAttribute>();
    for (var element : elements) {
      (isType(element, "HASH") ? partition : sort).add(attribute(name(element)));
    }
    return List.of(partition, sort);
  }

  private KeyAttribute attribute(String name) {
    return new KeyAttribute(name, given(types.get(name)));
  }

  private void requireDefined(List<KeySchemaElement> elements) {
    var names = elements.stream().map(KeySchemas::name).toList();
    if (types.keySet().containsAll(names)) return;
    throw new ValidationException(
        INVALID
            + "Some index key attributes are not defined in AttributeDefinitions. Keys: "
            + names
            + ", AttributeDefinitions: "
            + defined);
  }

  private static void requireType(
      List<KeySchemaElement> elements, int at, String type, String place) {
    if (isType(elements.get(at), type)) return;
    throw new ValidationException(
        "Invalid KeySchema: The " + place + " KeySchemaElement is not a " + type + " key type");
  }

  private static boolean isAll(List<KeySchemaElement> elements, String type) {
    return elements.stream().allMatch(element -> isType(element, type));
  }

  private static boolean isType(KeySchemaElement element, String type) {
    return type.equals(element.keyType());
  }

  private static String name(KeySchemaElement element) {
    return given(element.attributeName());
  }
}

package dev.trestle.engine.schema;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableParameters.AttributeDefinition;
import dev.trestle.engine.request.TableParameters.KeySchemaElement;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.SchemaAttribute;
import dev.trestle.item.Limits;
import dev.trestle.item.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Converts key schemas and attribute definitions to keys, and checks them. */
public final class KeySchemas {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final String HASH = "HASH";
  private static final String RANGE = "RANGE";

  private final Map<String, Type> types = new LinkedHashMap<>();

  /** A HashSet, because DynamoDB's message lists the names in its order. */
  private final Set<String> used = new HashSet<>();

  public KeySchemas(List<AttributeDefinition> attributes) {
    for (var attribute : attributes) {
      var name = given(attribute.name());
      if (types.put(name, Type.valueOf(given(attribute.type()))) != null) {
        throw new ValidationException("Attribute Name is duplicated: " + name);
      }
    }
  }

  /** Adds the attributes that the table already defines. They override those of the request. */
  KeySchemas knowing(List<SchemaAttribute> attributes) {
    for (var attribute : attributes) types.put(attribute.name(), attribute.type());
    return this;
  }

  public KeySchema table(List<KeySchemaElement> elements) {
    if (elements.size() > types.size()) {
      throw new ValidationException(
          "Invalid KeySchema: Some index key attribute have no definition");
    }
    requireDefined(elements);
    return single(elements);
  }

  /** Rejects key attributes without a definition, and marks the others as used. */
  public void requireDefined(List<KeySchemaElement> elements) {
    var names = elements.stream().map(KeySchemas::name).toList();
    if (!types.keySet().containsAll(names)) {
      throw new ValidationException(
          INVALID
              + "Some index key attributes are not defined in AttributeDefinitions. Keys: "
              + names
              + ", AttributeDefinitions: "
              + types.keySet());
    }
    used.addAll(names);
  }

  /** Rejects definitions that no key uses. */
  public void requireAllUsed(boolean withIndexes) {
    if (used.size() == types.size()) return;
    if (!withIndexes) {
      throw new ValidationException(
          INVALID
              + "Number of attributes in KeySchema does not exactly match number of attributes"
              + " defined in AttributeDefinitions");
    }
    throw new ValidationException(
        INVALID
            + "Some AttributeDefinitions are not used. AttributeDefinitions: "
            + types.keySet()
            + ", keys used: "
            + used);
  }

  /**
   * Returns a key of one partition attribute and at most one sort attribute. All must be defined.
   */
  KeySchema single(List<KeySchemaElement> elements) {
    if (elements.size() > 1 && name(elements.get(0)).equals(name(elements.get(1)))) {
      throw new ValidationException(
          "Both the Hash Key and the Range Key element in the KeySchema have the same name");
    }
    requireKind(elements, 0, HASH, "first");
    if (elements.size() > 1) requireKind(elements, 1, RANGE, "second");
    return keys(elements);
  }

  /**
   * Returns a global index's key: up to four partition attributes, then up to four sort attributes.
   */
  KeySchema global(List<KeySchemaElement> elements) {
    boolean several = elements.size() > 2 || elements.stream().allMatch(each -> is(each, HASH));
    if (!several) return single(elements);
    requireKind(elements, 0, HASH, "first");
    requireOrder(elements);
    if (new HashSet<>(elements.stream().map(KeySchemas::name).toList()).size() < elements.size()) {
      throw new ValidationException(
          "The KeySchema contains multiple key attributes with the same name");
    }
    requireFew(elements, HASH);
    requireFew(elements, RANGE);
    return keys(elements);
  }

  private static void requireOrder(List<KeySchemaElement> elements) {
    boolean sort = false;
    for (var element : elements) {
      if (sort && is(element, HASH)) {
        throw new ValidationException(
            INVALID + "All HASH key attributes must precede RANGE key attributes in the KeySchema");
      }
      sort = is(element, RANGE);
    }
  }

  private static void requireFew(List<KeySchemaElement> elements, String kind) {
    long count = elements.stream().filter(element -> is(element, kind)).count();
    if (count > Limits.INDEX_KEY_ATTRIBUTES) {
      throw new ValidationException(
          INVALID
              + "The KeySchema exceeds the maximum allowed number of "
              + kind
              + " key attributes");
    }
  }

  private static void requireKind(
      List<KeySchemaElement> elements, int at, String kind, String place) {
    if (is(elements.get(at), kind)) return;
    throw new ValidationException(
        "Invalid KeySchema: The " + place + " KeySchemaElement is not a " + kind + " key type");
  }

  private KeySchema keys(List<KeySchemaElement> elements) {
    var partition = new ArrayList<SchemaAttribute>();
    var sort = new ArrayList<SchemaAttribute>();
    for (var element : elements) {
      var attribute = new SchemaAttribute(name(element), given(types.get(name(element))));
      (is(element, HASH) ? partition : sort).add(attribute);
    }
    return new KeySchema(partition, sort);
  }

  private static boolean is(KeySchemaElement element, String kind) {
    return kind.equals(element.keyType());
  }

  private static String name(KeySchemaElement element) {
    return given(element.attributeName());
  }
}

package dev.trestle.engine.check;

import dev.trestle.engine.read.ReadTarget;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.SchemaAttribute;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.Set;

/** Checks keys against a table's schema. */
public final class KeyChecks {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final String NOT_VALID = "One or more parameter values are not valid. ";
  public static final String MISMATCH = "The provided key element does not match the schema";

  private KeyChecks() {}

  /** Checks the key of an item: exactly the key attributes, each with its type. */
  public static void key(KeySchema schema, Item key) {
    if (key.count() != schema.attributes().size()) throw new ValidationException(MISMATCH);
    keyed(schema, key);
    for (var attribute : schema.attributes()) {
      notEmpty(attribute, attribute.in(key).orElseThrow());
    }
    sizes(schema, key);
  }

  /** Checks that all key attributes exist and have their types. */
  public static void keyed(KeySchema schema, Item item) {
    for (var attribute : schema.attributes()) {
      if (attribute.in(item).filter(value -> value.type() == attribute.type()).isEmpty()) {
        throw new ValidationException(MISMATCH);
      }
    }
  }

  /**
   * Checks that no key attribute is empty. Transactions report this before other errors of an
   * action.
   */
  public static void notEmpty(TableDefinition table, Item item) {
    for (var attribute : table.keys().attributes()) {
      var value = attribute.in(item).filter(found -> found.type() == attribute.type());
      value.ifPresent(found -> notEmpty(attribute, found));
    }
    for (var index : table.indexes()) {
      for (var attribute : index.keys().attributes()) {
        var value = attribute.in(item).filter(found -> found.type() == attribute.type());
        value.ifPresent(found -> notEmpty(index, attribute, found));
      }
    }
  }

  /** Checks that no expression looks inside a key attribute, since keys are scalars. */
  public static void whole(TableDefinition table, Set<String> nested) {
    if (nested.isEmpty()) return;
    for (var name : table.keys().names()) notNested(nested, "Key: ", name);
    for (var index : table.indexes()) {
      for (var name : index.keys().names()) notNested(nested, "IndexKey: ", name);
    }
  }

  private static void notNested(Set<String> nested, String what, String name) {
    if (!nested.contains(name)) return;
    throw new ValidationException(
        "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
            + " allowed: "
            + what
            + name);
  }

  /** Checks a single key attribute. */
  static void part(KeySchema schema, SchemaAttribute attribute, Value value) {
    if (value.type() != attribute.type()) throw new ValidationException(MISMATCH);
    notEmpty(attribute, value);
    size(schema, attribute, value);
  }

  /** Checks a value in a key condition. */
  static void queried(ReadTarget target, SchemaAttribute attribute, Value value) {
    if (target.index().isPresent()) notEmpty(target.index().get(), attribute, value);
    else notEmpty(attribute, value);
    size(target.keys(), attribute, value);
  }

  private static void size(KeySchema schema, SchemaAttribute attribute, Value value) {
    boolean partition = schema.partition().contains(attribute);
    sizes(partition ? value.size() : 0, partition ? 0 : value.size());
  }

  /** Checks an item to be stored: it has the key, and its index keys have the right types. */
  public static void item(TableDefinition table, Item item) {
    for (var attribute : table.keys().attributes()) {
      var value =
          attribute
              .in(item)
              .orElseThrow(() ->
                  new ValidationException(
                      INVALID + "Missing the key " + attribute.name() + " in the item"));
      if (value.type() != attribute.type()) {
        throw new ValidationException(
            INVALID
                + "Type mismatch for key "
                + attribute.name()
                + " expected: "
                + attribute.type()
                + " actual: "
                + value.type());
      }
      notEmpty(attribute, value);
    }
    sizes(table.keys(), item);
    for (var index : table.indexes()) indexKeys(index, item);
  }

  /** Checks that the index keys that the item has are of the right types and not empty. */
  public static void indexKeys(SecondaryIndex index, Item item) {
    for (var attribute : index.keys().attributes()) {
      var value = attribute.in(item);
      if (value.isEmpty()) continue;
      indexKeyType(index, attribute, value.get().type());
      notEmpty(index, attribute, value.get());
    }
    sizes(index.keys(), item);
  }

  public static void indexKeyType(SecondaryIndex index, SchemaAttribute attribute, Type type) {
    if (type == attribute.type()) return;
    throw new ValidationException(
        INVALID
            + "Type mismatch for Index Key "
            + attribute.name()
            + " Expected: "
            + attribute.type()
            + " Actual: "
            + type
            + " IndexName: "
            + index.name());
  }

  private static void notEmpty(SchemaAttribute attribute, Value value) {
    if (value.contentLength() > 0) return;
    throw new ValidationException(NOT_VALID + empty(attribute) + "Key: " + attribute.name());
  }

  private static void notEmpty(SecondaryIndex index, SchemaAttribute attribute, Value value) {
    if (value.contentLength() > 0) return;
    throw new ValidationException(
        NOT_VALID
            + "A value specified for a secondary index key is not supported. "
            + empty(attribute)
            + "IndexName: "
            + index.name()
            + ", IndexKey: "
            + attribute.name());
  }

  private static String empty(SchemaAttribute attribute) {
    return "The AttributeValue for a key attribute cannot contain an empty "
        + (attribute.type() == Type.B ? "binary" : "string")
        + " value. ";
  }

  private static void sizes(KeySchema schema, Item item) {
    sizes(schema.partitionBytes(item), schema.sortBytes(item));
  }

  private static void sizes(int partition, int sort) {
    if (partition > Limits.PARTITION_KEY_BYTES) {
      throw new ValidationException(
          INVALID + "Size of hashkey has exceeded the maximum size limit of2048 bytes");
    }
    if (sort > Limits.SORT_KEY_BYTES) {
      throw new ValidationException(
          INVALID + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
    }
  }
}

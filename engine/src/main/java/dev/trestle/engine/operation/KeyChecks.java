package dev.trestle.engine.operation;

import dev.trestle.engine.read.Source;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.Set;

/** Whether keys are what a table's schema wants them to be. */
final class KeyChecks {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final String NOT_VALID = "One or more parameter values are not valid. ";
  static final String MISMATCH = "The provided key element does not match the schema";

  private KeyChecks() {}

  /** A key that names an item: exactly the key attributes, each of its type. */
  static void key(KeySchema schema, Item key) {
    if (key.count() != schema.attributes().size()) throw new ValidationException(MISMATCH);
    keyed(schema, key);
    for (var attribute : schema.attributes()) {
      notEmpty(attribute, attribute.in(key).orElseThrow());
    }
    sizes(schema, key);
  }

  /** Something that has all key attributes, each of its type. */
  static void keyed(KeySchema schema, Item item) {
    for (var attribute : schema.attributes()) {
      if (attribute.in(item).filter(value -> value.type() == attribute.type()).isEmpty()) {
        throw new ValidationException(MISMATCH);
      }
    }
  }

  /** Transactions tell of empty keys before anything that depends on the action. */
  static void notEmpty(TableDefinition table, Item item) {
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

  /** Keys are scalars: an expression cannot look up anything inside them. */
  static void whole(TableDefinition table, Set<String> nested) {
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

  /** One attribute of a key by itself. */
  static void part(KeySchema schema, KeyAttribute attribute, Value value) {
    if (value.type() != attribute.type()) throw new ValidationException(MISMATCH);
    notEmpty(attribute, value);
    size(schema, attribute, value);
  }

  /** A value that a query wants a key attribute to have, or to be compared with. */
  static void queried(Source source, KeyAttribute attribute, Value value) {
    if (source.index().isPresent()) notEmpty(source.index().get(), attribute, value);
    else notEmpty(attribute, value);
    size(source.keys(), attribute, value);
  }

  private static void size(KeySchema schema, KeyAttribute attribute, Value value) {
    boolean partition = schema.partition().contains(attribute);
    sizes(partition ? value.size() : 0, partition ? 0 : value.size());
  }

  /** An item to be stored: it has the key, and what it has of index keys is of their types. */
  static void item(TableDefinition table, Item item) {
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

  /** What the item has of the index's key attributes must be of their types and not empty. */
  static void indexKeys(SecondaryIndex index, Item item) {
    for (var attribute : index.keys().attributes()) {
      var value = attribute.in(item);
      if (value.isEmpty()) continue;
      indexKeyType(index, attribute, value.get().type());
      notEmpty(index, attribute, value.get());
    }
    sizes(index.keys(), item);
  }

  static void indexKeyType(SecondaryIndex index, KeyAttribute attribute, Type type) {
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

  private static void notEmpty(KeyAttribute attribute, Value value) {
    if (value.contentLength() > 0) return;
    throw new ValidationException(NOT_VALID + empty(attribute) + "Key: " + attribute.name());
  }

  private static void notEmpty(SecondaryIndex index, KeyAttribute attribute, Value value) {
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

  private static String empty(KeyAttribute attribute) {
    return "The AttributeValue for a key attribute cannot contain an empty "
        + (attribute.type() == Type.B ? "binary" : "string")
        + " value. ";
  }

  private static void sizes(KeySchema schema, Item item) {
    sizes(sum(schema.partition(), item), sum(schema.sort(), item));
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

  private static int sum(Iterable<KeyAttribute> attributes, Item item) {
    int bytes = 0;
    for (var attribute : attributes) bytes += attribute.in(item).map(Value::size).orElse(0);
    return bytes;
  }
}

package dev.trestle.cli.migrate;

import dev.trestle.model.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Extracts the keys of items. */
final class ItemKeys {
  private ItemKeys() {}

  static Map<String, AttributeValue> of(Table table, Map<String, AttributeValue> item) {
    var key = new HashMap<String, AttributeValue>();
    put(key, table.partition().name(), item);
    table.sort().ifPresent(sort -> put(key, sort.name(), item));
    return key;
  }

  private static void put(
      Map<String, AttributeValue> key, String name, Map<String, AttributeValue> item) {
    key.put(name, Objects.requireNonNull(item.get(name)));
  }
}

package dev.trestle.engine.table;

import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a catalog record from an item, or from a map in one. A missing field means that the record
 * is damaged.
 */
public interface StoredFields {
  Optional<Value> find(String name);

  static StoredFields of(Item item) {
    return item::get;
  }

  static StoredFields of(Value map) {
    return name -> map.field(name.getBytes(StandardCharsets.UTF_8));
  }

  default Value get(String name) {
    return find(name)
        .orElseThrow(() -> new IllegalStateException("missing field in a catalog record: " + name));
  }

  default String text(String name) {
    return get(name).string();
  }

  default long number(String name) {
    return get(name).number().longValueExact();
  }

  default boolean flag(String name) {
    return get(name).bool();
  }

  default Instant time(String name) {
    return time(get(name));
  }

  static Instant time(Value millis) {
    return Instant.ofEpochMilli(millis.number().longValueExact());
  }

  default StoredFields record(String name) {
    return of(get(name));
  }

  default List<StoredFields> records(String name) {
    return get(name).elements().stream().map(StoredFields::of).toList();
  }

  default Map<String, Value> map(String name) {
    var map = new LinkedHashMap<String, Value>();
    for (var fields = get(name).fields(); fields.next(); ) map.put(fields.name(), fields.value());
    return map;
  }
}

package dev.trestle.engine.table;

import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The attributes of a key. A table and a local index have one partition attribute and at most one
 * sort attribute. A global index may have several of each.
 */
public record KeySchema(List<SchemaAttribute> partition, List<SchemaAttribute> sort) {
  public KeySchema {
    partition = List.copyOf(partition);
    sort = List.copyOf(sort);
    if (partition.isEmpty()
        || partition.size() > Limits.INDEX_KEY_ATTRIBUTES
        || sort.size() > Limits.INDEX_KEY_ATTRIBUTES) {
      throw new IllegalArgumentException(
          "invalid number of key attributes: " + partition + ", " + sort);
    }
  }

  /** Returns all attributes, partition attributes first. Called several times per write. */
  public List<SchemaAttribute> attributes() {
    if (sort.isEmpty()) return partition;
    if (isPair()) return List.of(partition.getFirst(), sort.getFirst());
    var all = new ArrayList<SchemaAttribute>(partition);
    all.addAll(sort);
    return all;
  }

  private boolean isPair() {
    return partition.size() == 1 && sort.size() == 1;
  }

  public List<String> names() {
    if (isPair()) return List.of(partition.getFirst().name(), sort.getFirst().name());
    return attributes().stream().map(SchemaAttribute::name).toList();
  }

  /** Returns the bytes of the item's partition attributes. */
  public int partitionBytes(Item item) {
    return bytes(partition, item);
  }

  /** Returns the bytes of the item's sort attributes. */
  public int sortBytes(Item item) {
    return bytes(sort, item);
  }

  private static int bytes(List<SchemaAttribute> attributes, Item item) {
    int bytes = 0;
    for (var attribute : attributes) bytes += attribute.in(item).map(Value::size).orElse(0);
    return bytes;
  }

  /** Returns whether the item's values are short enough for a key. */
  public boolean hasValidSizes(Item item) {
    return partitionBytes(item) <= Limits.PARTITION_KEY_BYTES
        && sortBytes(item) <= Limits.SORT_KEY_BYTES;
  }

  /** Returns the partition attribute of a table's key. */
  public SchemaAttribute partitionKey() {
    return partition.getFirst();
  }

  /** Returns the sort attribute of a table's key, if it has one. */
  public Optional<SchemaAttribute> sortKey() {
    return sort.isEmpty() ? Optional.empty() : Optional.of(sort.getFirst());
  }
}

package dev.trestle.engine.table;

import dev.trestle.item.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The attributes that make up a key. A table and a local index have one partition attribute and at
 * most one sort attribute; a global index may have several of each.
 */
public record KeySchema(List<KeyAttribute> partition, List<KeyAttribute> sort) {
  public KeySchema {
    partition = List.copyOf(partition);
    sort = List.copyOf(sort);
    if (partition.isEmpty()
        || partition.size() > Limits.INDEX_KEY_ATTRIBUTES
        || sort.size() > Limits.INDEX_KEY_ATTRIBUTES) {
      throw new IllegalArgumentException("a key of " + partition + " and " + sort);
    }
  }

  /** All attributes of the key, partition first. Each write asks for them several times. */
  public List<KeyAttribute> attributes() {
    if (sort.isEmpty()) return partition;
    if (isPair()) return List.of(partition.getFirst(), sort.getFirst());
    var all = new ArrayList<KeyAttribute>(partition);
    all.addAll(sort);
    return all;
  }

  private boolean isPair() {
    return partition.size() == 1 && sort.size() == 1;
  }

  public List<String> names() {
    if (isPair()) return List.of(partition.getFirst().name(), sort.getFirst().name());
    return attributes().stream().map(KeyAttribute::name).toList();
  }

  /** The one partition attribute of a table's key. */
  public KeyAttribute partitionKey() {
    return partition.getFirst();
  }

  /** The one sort attribute of a table's key, where it has one. */
  public Optional<KeyAttribute> sortKey() {
    return sort.isEmpty() ? Optional.empty() : Optional.of(sort.getFirst());
  }
}

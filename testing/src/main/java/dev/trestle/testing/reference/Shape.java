package dev.trestle.testing.reference;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** How a table is laid out. The first key attribute is the partition key. */
public record Shape(String table, List<KeyAttribute> key, List<Index> indexes, boolean streamed) {
  /** An attribute that a table or an index is keyed by. */
  public record KeyAttribute(String name, ScalarAttributeType type) {
    /** Whether an item has this attribute with the type it must have. */
    boolean isIn(Map<String, AttributeValue> item) {
      return Optional.ofNullable(item.get(name)).filter(this::fits).isPresent();
    }

    boolean fits(AttributeValue value) {
      return value.type().toString().equals(type.toString());
    }
  }

  /** Which attributes of an item an index shows. */
  public sealed interface Projection {
    record All() implements Projection {}

    record KeysOnly() implements Projection {}

    record Include(List<String> names) implements Projection {}
  }

  /** A global or local secondary index; partition and sort key may have several attributes. */
  public record Index(
      String name,
      boolean local,
      List<KeyAttribute> partition,
      List<KeyAttribute> sort,
      Projection projection) {
    public List<KeyAttribute> key() {
      return Stream.concat(partition.stream(), sort.stream()).toList();
    }

    /** Whether the item is in this index: it has all of the index's key. */
    boolean shows(Map<String, AttributeValue> item) {
      return key().stream().allMatch(attribute -> attribute.isIn(item));
    }
  }

  public List<String> keyNames() {
    return key.stream().map(KeyAttribute::name).toList();
  }

  public Map<String, AttributeValue> keyOf(Map<String, AttributeValue> item) {
    var only = new TreeMap<>(item);
    only.keySet().retainAll(keyNames());
    return only;
  }

  public Index index(String name) {
    return indexes.stream().filter(index -> index.name().equals(name)).findFirst().orElseThrow();
  }

  /** What an index shows of an item. */
  Map<String, AttributeValue> project(Index index, Map<String, AttributeValue> item) {
    Set<String> names = new LinkedHashSet<>(keyNames());
    index.key().forEach(attribute -> names.add(attribute.name()));
    var projected = new TreeMap<>(item);
    switch (index.projection()) {
      case Projection.All() -> {}
      case Projection.KeysOnly() -> projected.keySet().retainAll(names);
      case Projection.Include(var more) -> {
        names.addAll(more);
        projected.keySet().retainAll(names);
      }
    }
    return projected;
  }

  /** Every key attribute of the table and its indexes, each once. */
  public List<KeyAttribute> keyAttributes() {
    var all = new ArrayList<>(key);
    for (var index : indexes) all.addAll(index.key());
    return all.stream().distinct().toList();
  }
}

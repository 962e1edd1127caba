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

/** The definition of a table. The first key attribute is the partition key. */
public record TableShape(
    String table, List<KeyAttribute> key, List<Index> indexes, boolean streamed) {
  /** A key attribute of a table or index. */
  public record KeyAttribute(String name, ScalarAttributeType type) {
    /** Returns whether an item has this attribute with the right type. */
    boolean isIn(Map<String, AttributeValue> item) {
      return Optional.ofNullable(item.get(name)).filter(this::fits).isPresent();
    }

    boolean fits(AttributeValue value) {
      return value.type().toString().equals(type.toString());
    }
  }

  /** Which attributes an index projects. */
  public sealed interface Projection {
    record All() implements Projection {}

    record KeysOnly() implements Projection {}

    record Include(List<String> names) implements Projection {}
  }

  /** A secondary index. Partition and sort key may have several attributes. */
  public record Index(
      String name,
      boolean local,
      List<KeyAttribute> partition,
      List<KeyAttribute> sort,
      Projection projection) {
    public List<KeyAttribute> key() {
      return Stream.concat(partition.stream(), sort.stream()).toList();
    }

    /**
     * Returns whether the index contains the item: the item has all of the index's key attributes.
     */
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

  /** Returns what an index contains of an item. */
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

  /** Returns the key attributes of the table and its indexes, each once. */
  public List<KeyAttribute> keyAttributes() {
    var all = new ArrayList<>(key);
    for (var index : indexes) all.addAll(index.key());
    return all.stream().distinct().toList();
  }
}

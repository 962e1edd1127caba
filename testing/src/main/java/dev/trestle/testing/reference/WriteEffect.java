package dev.trestle.testing.reference;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** An item before and after a write. */
public record WriteEffect(
    TableShape shape,
    Optional<Map<String, AttributeValue>> before,
    Optional<Map<String, AttributeValue>> after) {
  private static final int UNIT_BYTES = 1024;

  /** Returns whether the stream contains a record of it. */
  public boolean isChange() {
    return !before.equals(after);
  }

  public Map<String, AttributeValue> key() {
    return shape.keyOf(after.or(() -> before).orElseThrow());
  }

  /** Returns what the write returns; the paths are those that the update wrote. */
  public Map<String, AttributeValue> returned(ReturnValue wanted, List<DocumentPath> paths) {
    return switch (wanted) {
      case NONE, UNKNOWN_TO_SDK_VERSION -> Map.of();
      case ALL_OLD -> before.orElse(Map.of());
      case ALL_NEW -> after.orElse(Map.of());
      case UPDATED_OLD -> DocumentPath.project(before.orElse(Map.of()), paths);
      case UPDATED_NEW -> DocumentPath.project(after.orElse(Map.of()), paths);
    };
  }

  /** Returns the write units by table name and index name. */
  public Map<String, Double> units(boolean transactional) {
    var units = new TreeMap<String, Double>();
    double own = Math.max(units(before), units(after));
    units.put(shape.table(), transactional ? 2 * own : own);
    for (var index : shape.indexes()) {
      double taken = units(index);
      if (taken > 0) units.put(index.name(), taken);
    }
    return units;
  }

  private double units(TableShape.Index index) {
    var old = entry(index, before);
    var now = entry(index, after);
    if (old.equals(now)) return 0;
    if (old.isEmpty()) return units(now);
    if (now.isEmpty()) return units(old);
    boolean moved =
        index.key().stream()
            .anyMatch(key -> !Objects.equals(old.get().get(key.name()), now.get().get(key.name())));
    return moved ? units(old) + units(now) : Math.max(units(old), units(now));
  }

  private Optional<Map<String, AttributeValue>> entry(
      TableShape.Index index, Optional<Map<String, AttributeValue>> item) {
    return item.filter(index::shows).map(shown -> shape.project(index, shown));
  }

  private static double units(Optional<Map<String, AttributeValue>> item) {
    return Math.max(1, Math.ceilDiv(ReferenceValues.size(item.orElse(Map.of())), UNIT_BYTES));
  }
}

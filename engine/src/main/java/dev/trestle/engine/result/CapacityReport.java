package dev.trestle.engine.result;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.TableDefinition;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How much detail of the consumed capacity a request asks for. */
public enum CapacityReport {
  NONE,
  TOTAL,
  INDEXES;

  public static CapacityReport of(@Nullable String returnConsumedCapacity) {
    return switch (returnConsumedCapacity) {
      case "TOTAL" -> TOTAL;
      case null -> NONE;
      default -> valueOf(returnConsumedCapacity);
    };
  }

  /**
   * Returns the capacity of a write.
   *
   * @param indexUnits the units by index, in the order of the table's indexes
   */
  public Optional<ConsumedCapacity> ofWrite(
      TableDefinition table, double tableUnits, long[] indexUnits) {
    if (this == NONE) return Optional.empty();
    var global = new HashMap<String, Double>();
    var local = new HashMap<String, Double>();
    double total = tableUnits;
    for (int i = 0; i < indexUnits.length; i++) {
      if (indexUnits[i] == 0) continue;
      var index = table.indexes().get(i);
      (index.isGlobal() ? global : local).put(index.name(), (double) indexUnits[i]);
      total += indexUnits[i];
    }
    return Optional.of(
        new ConsumedCapacity(
            table.name(), tableUnits, global, local, 0, 0, total, this == INDEXES));
  }

  /** Returns the capacity of a read of the table. */
  public Optional<ConsumedCapacity> ofTableRead(TableDefinition table, double units) {
    if (this == NONE) return Optional.empty();
    return Optional.of(
        new ConsumedCapacity(
            table.name(), units, Map.of(), Map.of(), 0, units, 0, this == INDEXES));
  }

  /**
   * Returns the capacity of a read of an index.
   *
   * @param tableUnits the units for fetching items from the table
   */
  public Optional<ConsumedCapacity> ofIndexRead(
      TableDefinition table, SecondaryIndex index, double indexUnits, double tableUnits) {
    if (this == NONE) return Optional.empty();
    var none = Map.<String, Double>of();
    var onIndex = Map.of(index.name(), indexUnits);
    return Optional.of(
        new ConsumedCapacity(
            table.name(),
            tableUnits,
            index.isGlobal() ? onIndex : none,
            index.isGlobal() ? none : onIndex,
            0,
            tableUnits + indexUnits,
            0,
            this == INDEXES));
  }
}

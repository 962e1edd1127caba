package dev.trestle.engine.capacity;

import java.util.Map;
import java.util.TreeMap;

/**
 * The units that a request used on one table. {@code ReturnConsumedCapacity} decides what of it is
 * shown: TOTAL the sum, INDEXES the parts as well.
 *
 * @param table units on the table itself
 * @param globalIndexes units by index, only of those that were touched
 * @param detailed whether the request asked for INDEXES
 * @param readUnits and writeUnits are shown apart by transactions only
 */
public record ConsumedCapacity(
    String tableName,
    double table,
    Map<String, Double> globalIndexes,
    Map<String, Double> localIndexes,
    double readUnits,
    double writeUnits,
    boolean detailed) {
  public ConsumedCapacity {
    globalIndexes = Map.copyOf(new TreeMap<>(globalIndexes));
    localIndexes = Map.copyOf(new TreeMap<>(localIndexes));
  }

  public double total() {
    return table
        + globalIndexes.values().stream().mapToDouble(d -> d).sum()
        + localIndexes.values().stream().mapToDouble(d -> d).sum();
  }
}

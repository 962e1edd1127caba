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
    globalIndexes = Map.copyOf(globalIndexes);
    localIndexes = Map.copyOf(localIndexes);
  }

  public double total() {
    return table + sum(globalIndexes) + sum(localIndexes);
  }

  private static double sum(Map<String, Double> unitsByIndex) {
    double sum = 0;
    // most requests touch no index, and every one that asks comes by here
    if (!unitsByIndex.isEmpty()) for (double units : unitsByIndex.values()) sum += units;
    return sum;
  }

  /** What two parts of a request consumed of the same table. */
  public ConsumedCapacity plus(ConsumedCapacity other) {
    return new ConsumedCapacity(
        tableName,
        table + other.table,
        sum(globalIndexes, other.globalIndexes),
        sum(localIndexes, other.localIndexes),
        readUnits + other.readUnits,
        writeUnits + other.writeUnits,
        detailed);
  }

  private static Map<String, Double> sum(Map<String, Double> first, Map<String, Double> second) {
    var sum = new TreeMap<>(first);
    second.forEach((name, units) -> sum.merge(name, units, Double::sum));
    return sum;
  }
}

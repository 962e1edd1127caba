package dev.trestle.engine.capacity;

import java.util.Map;
import java.util.TreeMap;

/**
 * The units that a request used on one table. {@code ReturnConsumedCapacity} decides what is
 * returned: TOTAL returns the sum, INDEXES also the parts.
 *
 * @param table units on the table itself
 * @param globalIndexes units by index, for the indexes that were used
 * @param failed units of statements that failed, which are in the total only
 * @param readUnits returned separately by transactions only, like {@code writeUnits}
 * @param detailed whether the request asked for INDEXES
 */
public record ConsumedCapacity(
    String tableName,
    double table,
    Map<String, Double> globalIndexes,
    Map<String, Double> localIndexes,
    double failed,
    double readUnits,
    double writeUnits,
    boolean detailed) {
  public ConsumedCapacity {
    globalIndexes = Map.copyOf(globalIndexes);
    localIndexes = Map.copyOf(localIndexes);
  }

  public double total() {
    return table + sum(globalIndexes) + sum(localIndexes) + failed;
  }

  private static double sum(Map<String, Double> unitsByIndex) {
    double sum = 0;
    // Avoids an iterator: most requests use no index, and each request that asks runs this.
    if (!unitsByIndex.isEmpty()) for (double units : unitsByIndex.values()) sum += units;
    return sum;
  }

  /** Returns the sum of what two parts of a request consumed on the same table. */
  public ConsumedCapacity plus(ConsumedCapacity other) {
    return new ConsumedCapacity(
        tableName,
        table + other.table,
        sum(globalIndexes, other.globalIndexes),
        sum(localIndexes, other.localIndexes),
        failed + other.failed,
        readUnits + other.readUnits,
        writeUnits + other.writeUnits,
        detailed);
  }

  /** Returns this with the units of failed statements. */
  public ConsumedCapacity withFailed(double units) {
    if (units == 0) return this;
    return new ConsumedCapacity(
        tableName, table, globalIndexes, localIndexes, units, readUnits, writeUnits, detailed);
  }

  private static Map<String, Double> sum(Map<String, Double> first, Map<String, Double> second) {
    var sum = new TreeMap<>(first);
    second.forEach((name, units) -> sum.merge(name, units, Double::sum));
    return sum;
  }
}

package dev.trestle.engine.result;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.write.WriteOutcome;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sums the consumed capacity of a request's parts by table. */
public final class CapacityTotals {
  private final CapacityReport report;
  private final Map<String, ConsumedCapacity> byTable = new LinkedHashMap<>();
  private final Map<String, Double> failedUnits = new HashMap<>();

  public CapacityTotals(CapacityReport report) {
    this.report = report;
  }

  /** Adds a write. In a transaction the table's units count twice, those of its indexes once. */
  public void add(WriteOutcome.Units units, int tableFactor) {
    report
        .ofWrite(units.definition(), (double) units.table() * tableFactor, units.indexes())
        .ifPresent(this::add);
  }

  /**
   * Adds a write of a batch that failed. DynamoDB reports it in the total of its table, if anything
   * else of the batch succeeded there.
   */
  public void addFailedWrite(String table, double units) {
    failedUnits.merge(table, units, Double::sum);
  }

  /** Adds a read of a table. */
  public void addRead(TableDefinition table, double units) {
    report.ofTableRead(table, units).ifPresent(this::add);
  }

  public void add(ConsumedCapacity consumed) {
    byTable.merge(consumed.tableName(), consumed, ConsumedCapacity::plus);
  }

  public List<ConsumedCapacity> list() {
    return byTable.values().stream()
        .map(each -> each.withFailed(failedUnits.getOrDefault(each.tableName(), 0.0)))
        .toList();
  }
}

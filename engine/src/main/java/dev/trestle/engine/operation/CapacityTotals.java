package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.write.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds up, table by table, what the parts of one request consumed. */
final class CapacityTotals {
  private final CapacityReport report;
  private final Map<String, ConsumedCapacity> byTable = new LinkedHashMap<>();

  CapacityTotals(CapacityReport report) {
    this.report = report;
  }

  /** Adds a write; in a transaction the table's units count twice, those of indexes once. */
  void add(Outcome.Units units, int tableFactor) {
    report
        .ofWrite(units.definition(), (double) units.table() * tableFactor, units.indexes())
        .ifPresent(this::add);
  }

  /** Adds a read of a table. */
  void addRead(TableDefinition table, double units) {
    report.ofTableRead(table, units).ifPresent(this::add);
  }

  void add(ConsumedCapacity consumed) {
    byTable.merge(consumed.tableName(), consumed, ConsumedCapacity::plus);
  }

  List<ConsumedCapacity> list() {
    return List.copyOf(byTable.values());
  }
}

package dev.trestle.design.export;

import dev.trestle.item.throughput.UnitKind;
import dev.trestle.model.AutoScaling;
import dev.trestle.model.Billing;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Units of one kind, of a table or a global index, that Application Auto Scaling changes. In its
 * words, a scalable target with a target tracking policy.
 */
record ScalableUnits(
    Table table,
    Optional<String> index,
    UnitKind kind,
    long minimum,
    long maximum,
    int targetPercent) {
  static final String NAMESPACE = "dynamodb";
  static final String POLICY_TYPE = "TargetTrackingScaling";

  /** Returns the units of a table and its global indexes that are declared to be scaled. */
  static List<ScalableUnits> of(Table table) {
    return all(table).stream().filter(units -> units.minimum < units.maximum).toList();
  }

  /** The same, and units that stay as they are, as scaling with equal bounds. */
  static List<ScalableUnits> all(Table table) {
    var found = new ArrayList<ScalableUnits>();
    table.provisioned().ifPresent(units -> add(table, Optional.empty(), units, found));
    for (var index : TableResource.indexes(table, TableIndex.Scope.GLOBAL)) {
      table
          .provisioned(index)
          .ifPresent(units -> add(table, Optional.of(index.name()), units, found));
    }
    return found;
  }

  private static void add(
      Table table, Optional<String> index, Billing.Provisioned units, List<ScalableUnits> found) {
    var least = units.throughput();
    var most = units.most();
    int target =
        units.scaling().map(AutoScaling::targetPercent).orElse(AutoScaling.DEFAULT_TARGET_PERCENT);
    found.add(new ScalableUnits(table, index, UnitKind.READ, least.read(), most.read(), target));
    found.add(new ScalableUnits(table, index, UnitKind.WRITE, least.write(), most.write(), target));
  }

  /** A name that no other units have, such as {@code orders/by-state-reads}. */
  String name() {
    var of = index.map(name -> table.name() + "/" + name).orElse(table.name());
    return of + (kind == UnitKind.READ ? "-reads" : "-writes");
  }

  /** {@code Read} or {@code Write}, as AWS's names have it. */
  String word() {
    return kind == UnitKind.READ ? "Read" : "Write";
  }

  String dimension() {
    return "dynamodb:%s:%sCapacityUnits".formatted(index.isPresent() ? "index" : "table", word());
  }

  String metric() {
    return "DynamoDB%sCapacityUtilization".formatted(word());
  }

  /** What follows the table's name in the id of the scaled resource. */
  String path() {
    return index.map(name -> "/index/" + name).orElse("");
  }
}

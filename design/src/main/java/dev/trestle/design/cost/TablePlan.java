package dev.trestle.design.cost;

import dev.trestle.design.Design;
import dev.trestle.item.Item;
import dev.trestle.model.AutoScaling;
import dev.trestle.model.Billing;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a table needs at the declared load.
 *
 * @param used whether another model owns the table, so that only this model's requests are counted
 * @param lines the table with its local indexes, then each global index, because these have their
 *     own units
 * @param regions the number of regions in which everything is written and stored
 * @param tableBytes what recovery and backups copy: items and entries of local indexes
 * @param bytes everything stored, with 100 bytes per item and index entry
 * @param backups how many backups are kept
 * @param streamReads calls per month of one stream reader that polls once a second
 */
public record TablePlan(
    String table,
    boolean used,
    boolean onDemand,
    List<Line> lines,
    int regions,
    double tableBytes,
    double bytes,
    boolean recovery,
    double backups,
    double streamReads) {

  /** What DynamoDB adds to each item and each index entry. */
  static final int OVERHEAD_BYTES = 100;

  private static final double PERCENT = 100;

  private static final double WRITES_OF_SHARD = 1000;

  public TablePlan {
    lines = List.copyOf(lines);
  }

  /**
   * A table or a global index.
   *
   * @param average average units per second
   * @param provisioned units per second to pay for if provisioned: those declared; if they are
   *     scaled, as many within the bounds as the peak needs; if none are declared, the peak with
   *     headroom
   */
  public record Line(TableOrIndex resource, Units average, Units peak, Units provisioned) {}

  static TablePlan of(Design design, Table table, List<PatternCost> costs) {
    var lines = lines(table, costs);
    double own = ownBytes(design, table);
    return new TablePlan(
        table.name(),
        false,
        table.billing() instanceof Billing.OnDemand,
        lines,
        1 + table.replicas().size(),
        own,
        own + globalBytes(design, table),
        table.recovery(),
        table.backups().map(p -> (double) p.kept().dividedBy(p.every())).orElse(0.0),
        streamReads(table, lines.getFirst().peak()));
  }

  /** The requests of a model to a table of another model. */
  static TablePlan ofUsed(Table table, List<PatternCost> costs) {
    return new TablePlan(
        table.name(),
        true,
        table.billing() instanceof Billing.OnDemand,
        lines(table, costs, true),
        1 + table.replicas().size(),
        0,
        0,
        false,
        0,
        0);
  }

  /** The table and its global indexes at the load of these patterns. */
  public static List<Line> lines(Table table, List<PatternCost> costs) {
    return lines(table, costs, false);
  }

  private static double streamReads(Table table, Units peak) {
    if (table.stream().isEmpty()) return 0;
    return Math.max(1, Math.ceil(peak.write() / WRITES_OF_SHARD)) * PriceList.SECONDS_PER_MONTH;
  }

  private static List<Line> lines(Table table, List<PatternCost> costs, boolean used) {
    var average = new LinkedHashMap<TableOrIndex, Units>();
    var peak = new LinkedHashMap<TableOrIndex, Units>();
    average.put(TableOrIndex.of(table.name()), Units.NONE);
    for (var index : table.indexes())
      average.put(payer(table, TableOrIndex.of(table.name(), index.name())), Units.NONE);
    for (var cost : costs) {
      add(average, table, cost.average());
      add(peak, table, cost.peak());
    }
    var lines = new ArrayList<Line>();
    average.forEach((resource, units) -> {
      var most = peak.getOrDefault(resource, Units.NONE);
      var provisioned = used ? added(table, most) : provisioned(table, resource, most);
      lines.add(new Line(resource, units, most, provisioned));
    });
    return lines;
  }

  private static void add(Map<TableOrIndex, Units> sums, Table table, Consumption units) {
    units
        .byResource()
        .forEach((resource, each) -> {
          if (!resource.table().equals(table.name())) return;
          sums.merge(payer(table, resource), each, Units::plus);
        });
  }

  /** A local index uses its table's units. */
  private static TableOrIndex payer(Table table, TableOrIndex resource) {
    boolean global =
        resource
            .index()
            .map(table::index)
            .filter(index -> index.scope() == TableIndex.Scope.GLOBAL)
            .isPresent();
    return global ? resource : TableOrIndex.of(table.name());
  }

  private static Units provisioned(Table table, TableOrIndex resource, Units peak) {
    var declared =
        resource.index().map(table::index).map(table::provisioned).orElseGet(table::provisioned);
    if (declared.isPresent()) return provisioned(declared.get(), peak);
    var needed = needed(peak, AutoScaling.DEFAULT_TARGET_PERCENT);
    return new Units(Math.max(1, needed.read()), Math.max(1, needed.write()));
  }

  private static Units needed(Units peak, int targetPercent) {
    return new Units(
        Math.ceil(peak.read() * PERCENT / targetPercent),
        Math.ceil(peak.write() * PERCENT / targetPercent));
  }

  /** Scaled units are paid at the peak all the time; a simulation knows for how long. */
  private static Units provisioned(Billing.Provisioned declared, Units peak) {
    var least = declared.throughput();
    var most = declared.most();
    var needed =
        declared.scaling().map(scaled -> needed(peak, scaled.targetPercent())).orElse(Units.NONE);
    return new Units(
        Math.clamp(needed.read(), (double) least.read(), (double) most.read()),
        Math.clamp(needed.write(), (double) least.write(), (double) most.write()));
  }

  /** What the owner must provision in addition; nothing if the owner declared the units. */
  private static Units added(Table table, Units peak) {
    if (table.provisioned().isPresent()) return Units.NONE;
    return needed(peak, AutoScaling.DEFAULT_TARGET_PERCENT);
  }

  private static double ownBytes(Design design, Table table) {
    double bytes = 0;
    for (var entity : design.entitiesOf(table)) {
      double each = entity.example().size() + OVERHEAD_BYTES;
      for (var index : table.indexes()) {
        if (index.scope() == TableIndex.Scope.LOCAL) each += entry(table, index, entity.example());
      }
      bytes += each * entity.population().items();
    }
    return bytes;
  }

  private static double globalBytes(Design design, Table table) {
    double bytes = 0;
    for (var entity : design.entitiesOf(table)) {
      for (var index : table.indexes()) {
        if (index.scope() != TableIndex.Scope.GLOBAL) continue;
        bytes += entry(table, index, entity.example()) * entity.population().items();
      }
    }
    return bytes;
  }

  private static double entry(Table table, TableIndex index, Item item) {
    return new ItemCost(table)
        .entry(index, item)
        .map(shown -> (double) shown.size() + OVERHEAD_BYTES)
        .orElse(0.0);
  }

  /** The units per second at the declared load. */
  public Units average() {
    return lines.stream().map(Line::average).reduce(Units.NONE, Units::plus);
  }

  /** The units per second at the declared peaks. */
  public Units peak() {
    return lines.stream().map(Line::peak).reduce(Units.NONE, Units::plus);
  }

  public Units provisioned() {
    return lines.stream().map(Line::provisioned).reduce(Units.NONE, Units::plus);
  }

  /** The units per month on demand, including the writes of every region. */
  Units monthly() {
    var month = average().times(PriceList.SECONDS_PER_MONTH);
    return new Units(month.read(), month.write() * regions);
  }

  /**
   * The provisioned units of every region. A replica has its own read units, whether they are used
   * or not.
   */
  Units everywhere() {
    return provisioned().times(regions);
  }
}

package dev.trestle.model.cost;

import dev.trestle.item.Item;
import dev.trestle.model.Billing;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.design.Design;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a table needs at the declared load.
 *
 * @param lines the table with its local indexes, then each global index: what has units of its own
 * @param regions in how many regions all is written and kept
 * @param tableBytes what recovery and backups copy: items and entries of local indexes
 * @param bytes all that is stored, with 100 bytes for each item and index entry
 * @param backups how many backups are kept
 * @param streamReads calls that read the stream in a month, by one reader asking once a second
 */
public record TablePlan(
    String table,
    boolean onDemand,
    List<Line> lines,
    int regions,
    double tableBytes,
    double bytes,
    boolean recovery,
    double backups,
    double streamReads) {

  /** What DynamoDB adds to each item and to each entry of an index. */
  static final int OVERHEAD_BYTES = 100;

  /** How full provisioned units are meant to be at the peak: what scaling by itself aims at. */
  static final double FULL = 0.7;

  private static final double WRITES_OF_SHARD = 1000;

  public TablePlan {
    lines = List.copyOf(lines);
  }

  /**
   * A table or a global index.
   *
   * @param average units a second
   * @param provisioned units a second to be paid for when provisioned: those declared, or the peak
   *     with room to scale
   */
  public record Line(Resource resource, Units average, Units peak, Units provisioned) {}

  static TablePlan of(Design design, Table table, List<PatternCost> costs) {
    var average = new LinkedHashMap<Resource, Units>();
    var peak = new LinkedHashMap<Resource, Units>();
    average.put(Resource.of(table.name()), Units.NONE);
    for (var index : table.indexes())
      average.put(payer(table, Resource.of(table.name(), index.name())), Units.NONE);
    for (var cost : costs) {
      add(average, table, cost.average());
      add(peak, table, cost.peak());
    }
    var lines = new ArrayList<Line>();
    average.forEach((resource, units) -> {
      var most = peak.getOrDefault(resource, Units.NONE);
      lines.add(new Line(resource, units, most, provisioned(table, resource, most)));
    });
    double own = ownBytes(design, table);
    double writesAtPeak = peak.getOrDefault(Resource.of(table.name()), Units.NONE).write();
    return new TablePlan(
        table.name(),
        table.billing() instanceof Billing.OnDemand,
        lines,
        1 + table.replicas().size(),
        own,
        own + globalBytes(design, table),
        table.recovery(),
        table.backups().map(p -> (double) p.kept().dividedBy(p.every())).orElse(0.0),
        table.stream().isPresent()
            ? Math.max(1, Math.ceil(writesAtPeak / WRITES_OF_SHARD)) * PriceList.SECONDS_PER_MONTH
            : 0);
  }

  private static void add(Map<Resource, Units> sums, Table table, Consumption units) {
    units
        .byResource()
        .forEach((resource, each) -> {
          if (!resource.table().equals(table.name())) return;
          sums.merge(payer(table, resource), each, Units::plus);
        });
  }

  /** A local index uses its table's units. */
  private static Resource payer(Table table, Resource resource) {
    boolean global =
        resource
            .index()
            .map(table::index)
            .filter(index -> index.scope() == TableIndex.Scope.GLOBAL)
            .isPresent();
    return global ? resource : Resource.of(table.name());
  }

  private static Units provisioned(Table table, Resource resource, Units peak) {
    if (table.billing() instanceof Billing.Provisioned(var throughput)) {
      var own =
          resource.index().map(table::index).flatMap(TableIndex::throughput).orElse(throughput);
      return new Units(own.read(), own.write());
    }
    return new Units(
        Math.max(1, Math.ceil(peak.read() / FULL)), Math.max(1, Math.ceil(peak.write() / FULL)));
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

  public Units average() {
    return lines.stream().map(Line::average).reduce(Units.NONE, Units::plus);
  }

  public Units peak() {
    return lines.stream().map(Line::peak).reduce(Units.NONE, Units::plus);
  }

  public Units provisioned() {
    return lines.stream().map(Line::provisioned).reduce(Units.NONE, Units::plus);
  }

  /** Units of a month on demand, with the writes of every region. */
  Units monthly() {
    var month = average().times(PriceList.SECONDS_PER_MONTH);
    return new Units(month.read(), month.write() * regions);
  }

  /** Provisioned units of every region: a replica has its own for reads, too, used or not. */
  Units everywhere() {
    return provisioned().times(regions);
  }
}

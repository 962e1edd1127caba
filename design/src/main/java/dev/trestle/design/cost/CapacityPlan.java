package dev.trestle.design.cost;

import dev.trestle.design.Design;
import dev.trestle.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The capacity and the monthly cost of a design at its declared load. A pattern counts with its own
 * load; the parts of a composite count with the composite's.
 */
public record CapacityPlan(
    String design, PriceList prices, List<PatternCost> patterns, List<TablePlan> tables) {
  private static final double GB = 1L << 30;

  public CapacityPlan {
    patterns = List.copyOf(patterns);
    tables = List.copyOf(tables);
  }

  /** The two billing modes for requests. */
  public enum Mode {
    ON_DEMAND,
    PROVISIONED
  }

  /**
   * The cost of one table in both billing modes.
   *
   * @param onDemand dollars per month for requests
   * @param provisioned the same with the planned units; empty if prices are not known
   * @param utilisation the average utilisation of the provisioned units
   * @param crossover the utilisation at which both cost the same, for this mix of reads and writes
   * @param factor the multiple of the declared load at which on demand would cost as much as
   *     provisioned now
   */
  public record Comparison(
      double onDemand,
      Optional<Double> provisioned,
      Units utilisation,
      Optional<Units> crossover,
      Optional<Double> factor) {
    /** The cheaper mode; on demand if the other is unknown. */
    public Mode cheaper() {
      return provisioned.filter(dollars -> dollars < onDemand).isPresent()
          ? Mode.PROVISIONED
          : Mode.ON_DEMAND;
    }
  }

  /** Computes what a model needs and costs at its declared load. */
  public static CapacityPlan of(Model model, PriceList prices) {
    return of(Design.of(model), prices);
  }

  /** Computes what a design needs and costs at its declared load. */
  public static CapacityPlan of(Design design, PriceList prices) {
    var costs = PatternCost.of(design);
    var tables = new ArrayList<TablePlan>();
    design.tables().forEach(table -> tables.add(TablePlan.of(design, table, costs)));
    design.usedTables().forEach(table -> tables.add(TablePlan.ofUsed(table, costs)));
    return new CapacityPlan(design.name(), prices, costs, tables);
  }

  /** The plan of the table with this name. */
  public TablePlan table(String name) {
    return tables.stream()
        .filter(table -> table.table().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(design + " has no table " + name));
  }

  /** Compares the billing modes for a table. */
  public Comparison comparison(TablePlan table) {
    double onDemand = prices.onDemand(table.monthly());
    var provisioned = prices.provisioned(table.everywhere());
    var units = table.provisioned();
    var average = table.average();
    return new Comparison(
        onDemand,
        provisioned,
        new Units(average.read() / units.read(), average.write() / units.write()),
        prices.crossover(),
        onDemand == 0 ? Optional.empty() : provisioned.map(dollars -> dollars / onDemand));
  }

  /** The monthly cost of a pattern's requests on demand, in dollars. */
  public double onDemand(PatternCost pattern) {
    double dollars = 0;
    for (var entry : pattern.average().byResource().entrySet()) {
      int regions = table(entry.getKey().table()).regions();
      var units = entry.getValue().times(PriceList.SECONDS_PER_MONTH);
      dollars += prices.onDemand(new Units(units.read(), units.write() * regions));
    }
    return dollars;
  }

  /** The bill if every table used this mode; empty if prices are not known. */
  public Optional<Bill> bill(Mode mode, boolean freeTier) {
    return requests(mode, freeTier)
        .map(dollars -> new Bill(dollars, 0, 0, 0, 0).plus(rest(freeTier)));
  }

  /** The bill with each table as declared. */
  public Optional<Bill> bill(boolean freeTier) {
    double onDemand = 0;
    var provisioned = Units.NONE;
    for (var table : tables) {
      if (table.onDemand()) onDemand += prices.onDemand(table.monthly());
      else provisioned = provisioned.plus(table.everywhere());
    }
    double requests = onDemand;
    if (provisioned.isNone()) {
      return Optional.of(new Bill(requests, 0, 0, 0, 0).plus(rest(freeTier)));
    }
    return prices
        .provisioned(paid(provisioned, freeTier))
        .map(dollars -> new Bill(requests + dollars, 0, 0, 0, 0).plus(rest(freeTier)));
  }

  /** Lines for a terminal. */
  public String text() {
    return CapacityPlanText.of(this);
  }

  private Optional<Double> requests(Mode mode, boolean freeTier) {
    return switch (mode) {
      case ON_DEMAND ->
          Optional.of(tables.stream().mapToDouble(t -> prices.onDemand(t.monthly())).sum());
      case PROVISIONED -> {
        var units = tables.stream().map(TablePlan::everywhere).reduce(Units.NONE, Units::plus);
        var paid = paid(units, freeTier);
        yield paid.isNone() ? Optional.of(0.0) : prices.provisioned(paid);
      }
    };
  }

  private Units paid(Units units, boolean freeTier) {
    if (!freeTier) return units;
    var free = prices.freeTier().units();
    return new Units(
        Math.max(0, units.read() - free.read()), Math.max(0, units.write() - free.write()));
  }

  /** Everything except requests. */
  private Bill rest(boolean freeTier) {
    double storage = 0;
    double recovery = 0;
    double backups = 0;
    double streamReads = 0;
    for (var table : tables) {
      storage += table.bytes() * table.regions() / GB;
      if (table.recovery()) recovery += table.tableBytes() * table.regions() / GB;
      backups += table.tableBytes() / GB * table.backups();
      streamReads += table.streamReads();
    }
    if (freeTier) {
      storage = Math.max(0, storage - prices.freeTier().storageGb());
      streamReads = Math.max(0, streamReads - prices.freeTier().streamReads());
    }
    return new Bill(
        0,
        storage * prices.storage(),
        recovery * prices.recovery(),
        backups * prices.backup(),
        streamReads / 100_000 * prices.stream());
  }
}

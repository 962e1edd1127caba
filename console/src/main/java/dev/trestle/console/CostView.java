package dev.trestle.console;

import dev.trestle.design.cost.Bill;
import dev.trestle.design.cost.CapacityPlan;
import dev.trestle.design.cost.PatternCost;
import dev.trestle.design.cost.PriceList;
import dev.trestle.design.cost.TablePlan;
import dev.trestle.platform.web.ApiError;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The monthly cost of each system on AWS at its declared load. */
record CostView(List<ConsoleSystem> systems) {
  record View(Prices prices, List<String> regions, List<OfSystem> systems) {}

  record Prices(String region, String date, String source, boolean estimate) {}

  /** Monthly bills in US dollars: as declared, all on demand, all provisioned. */
  record OfSystem(
      String name,
      Optional<Total> declared,
      Optional<Total> onDemand,
      Optional<Total> provisioned,
      List<OfTable> tables,
      List<OfPattern> patterns) {}

  record Total(
      double total,
      double requests,
      double storage,
      double recovery,
      double backups,
      double streams) {
    static Total of(Bill bill) {
      return new Total(
          bill.total(),
          bill.requests(),
          bill.storage(),
          bill.recovery(),
          bill.backups(),
          bill.streams());
    }
  }

  record OfTable(
      String name,
      boolean onDemand,
      double bytes,
      double onDemandDollars,
      Optional<Double> provisionedDollars,
      CapacityPlan.Mode cheaper,
      List<Line> lines) {}

  /** A table or global index, in units per second. */
  record Line(
      String resource,
      double readAverage,
      double writeAverage,
      double readPeak,
      double writePeak,
      double readProvisioned,
      double writeProvisioned) {}

  record OfPattern(String id, String title, double perSecond, double dollars) {}

  View view(String region) {
    if (!PriceList.KNOWN.contains(region)) {
      throw ApiError.invalid("region", "One of " + String.join(", ", PriceList.KNOWN) + ".");
    }
    var prices = PriceList.of(region);
    return new View(
        new Prices(prices.region(), prices.date().toString(), prices.source(), prices.estimate()),
        PriceList.KNOWN,
        systems.stream().map(system -> of(system, prices)).toList());
  }

  private static OfSystem of(ConsoleSystem system, PriceList prices) {
    var plan = CapacityPlan.of(system.model(), prices);
    return new OfSystem(
        system.name(),
        plan.bill(false).map(Total::of),
        plan.bill(CapacityPlan.Mode.ON_DEMAND, false).map(Total::of),
        plan.bill(CapacityPlan.Mode.PROVISIONED, false).map(Total::of),
        plan.tables().stream().map(table -> table(plan, table)).toList(),
        plan.patterns().stream()
            .map(pattern -> pattern(plan, pattern))
            .sorted(Comparator.comparingDouble(OfPattern::dollars).reversed())
            .toList());
  }

  private static OfTable table(CapacityPlan plan, TablePlan table) {
    var comparison = plan.comparison(table);
    return new OfTable(
        table.table(),
        table.onDemand(),
        table.bytes(),
        comparison.onDemand(),
        comparison.provisioned(),
        comparison.cheaper(),
        table.lines().stream().map(CostView::line).toList());
  }

  private static Line line(TablePlan.Line line) {
    return new Line(
        line.resource().toString(),
        line.average().read(),
        line.average().write(),
        line.peak().read(),
        line.peak().write(),
        line.provisioned().read(),
        line.provisioned().write());
  }

  private static OfPattern pattern(CapacityPlan plan, PatternCost cost) {
    var heading = cost.heading();
    return new OfPattern(
        heading.id(), heading.title(), heading.load().perSecond(), plan.onDemand(cost));
  }
}

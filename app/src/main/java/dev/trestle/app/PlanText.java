package dev.trestle.app;

import dev.trestle.model.cost.Bill;
import dev.trestle.model.cost.Plan;
import dev.trestle.model.cost.TablePlan;
import dev.trestle.model.cost.Units;
import dev.trestle.model.export.Json;
import java.util.Locale;
import java.util.Optional;

/** A plan for people and for programs. */
final class PlanText {
  private static final double GB = 1L << 30;

  private PlanText() {}

  static String text(Plan plan, boolean freeTier) {
    var prices = plan.prices();
    var text = new StringBuilder();
    text.append(
        "%s at the prices of %s, %s%s (%s)%n%n"
            .formatted(
                plan.design(),
                prices.region(),
                prices.date(),
                prices.estimate() ? ", an estimate" : "",
                prices.source()));
    text.append(units(plan).print()).append('\n');
    text.append(tables(plan).print()).append('\n');
    text.append(bills(plan, freeTier).print());
    return text.toString();
  }

  private static Grid units(Plan plan) {
    var grid =
        new Grid("units a second", "read", "write", "peak read", "peak write", "provisioned");
    for (var table : plan.tables()) {
      for (var line : table.lines()) {
        grid.row(
            line.resource().toString(),
            number(line.average().read()),
            number(line.average().write()),
            number(line.peak().read()),
            number(line.peak().write()),
            "%s / %s"
                .formatted(number(line.provisioned().read()), number(line.provisioned().write())));
      }
    }
    return grid;
  }

  private static Grid tables(Plan plan) {
    var grid =
        new Grid(
            "table", "declared", "on demand $", "provisioned $", "cheaper", "even at load ×", "GB");
    for (var table : plan.tables()) {
      var comparison = plan.comparison(table);
      grid.row(
          table.table(),
          table.onDemand() ? "on demand" : "provisioned",
          dollars(comparison.onDemand()),
          comparison.provisioned().map(PlanText::dollars).orElse("?"),
          comparison.cheaper() == Plan.Mode.ON_DEMAND ? "on demand" : "provisioned",
          comparison.factor().map(PlanText::number).orElse("-"),
          number(table.bytes() / GB));
    }
    return grid;
  }

  private static Grid bills(Plan plan, boolean freeTier) {
    var tier = freeTier ? " (free tier off)" : "";
    var grid =
        new Grid(
            "$ a month" + tier, "requests", "storage", "recovery", "backups", "streams", "total");
    row(grid, "as declared", plan.bill(freeTier));
    row(grid, "all on demand", plan.bill(Plan.Mode.ON_DEMAND, freeTier));
    row(grid, "all provisioned", plan.bill(Plan.Mode.PROVISIONED, freeTier));
    return grid;
  }

  private static void row(Grid grid, String name, Optional<Bill> bill) {
    bill.ifPresentOrElse(
        each ->
            grid.row(
                name,
                dollars(each.requests()),
                dollars(each.storage()),
                dollars(each.recovery()),
                dollars(each.backups()),
                dollars(each.streams()),
                dollars(each.total())),
        () -> grid.row(name, "?", "?", "?", "?", "?", "?"));
  }

  static Json json(Plan plan, boolean freeTier) {
    var out =
        Json.object()
            .put("design", plan.design())
            .put("region", plan.prices().region())
            .put("pricesOf", plan.prices().date().toString())
            .put("estimate", plan.prices().estimate())
            .put("freeTier", freeTier)
            .put(
                "patterns",
                Json.array(
                    plan.patterns().stream()
                        .map(pattern ->
                            units(pattern.perCall().total())
                                .put("id", pattern.heading().id())
                                .put("perSecond", pattern.heading().load().perSecond())
                                .put("onDemand", plan.onDemand(pattern))
                                .done())
                        .toList()))
            .put(
                "tables",
                Json.array(plan.tables().stream().map(table -> json(plan, table)).toList()));
    plan.bill(freeTier).ifPresent(bill -> out.put("bill", json(bill)));
    plan.bill(Plan.Mode.ON_DEMAND, freeTier).ifPresent(bill -> out.put("onDemand", json(bill)));
    plan.bill(Plan.Mode.PROVISIONED, freeTier)
        .ifPresent(bill -> out.put("provisioned", json(bill)));
    return out.done();
  }

  private static Json json(Plan plan, TablePlan table) {
    var comparison = plan.comparison(table);
    var out =
        Json.object()
            .put("table", table.table())
            .put("bytes", table.bytes())
            .put(
                "lines",
                Json.array(
                    table.lines().stream()
                        .map(line ->
                            Json.object()
                                .put("resource", line.resource().toString())
                                .put("average", units(line.average()))
                                .put("peak", units(line.peak()))
                                .put("provisioned", units(line.provisioned()))
                                .done())
                        .toList()))
            .put("onDemand", comparison.onDemand());
    comparison.provisioned().ifPresent(dollars -> out.put("provisioned", dollars));
    comparison.factor().ifPresent(factor -> out.put("evenAtLoad", factor));
    return out.done();
  }

  private static Json.Draft units(Units units) {
    return Json.object().put("read", units.read()).put("write", units.write());
  }

  private static Json json(Bill bill) {
    return Json.object()
        .put("requests", bill.requests())
        .put("storage", bill.storage())
        .put("recovery", bill.recovery())
        .put("backups", bill.backups())
        .put("streams", bill.streams())
        .put("total", bill.total())
        .done();
  }

  private static String dollars(double amount) {
    return String.format(Locale.ROOT, "%.2f", amount);
  }

  /** With three digits that mean something. */
  private static String number(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e9) return Long.toString(Math.round(value));
    if (Math.abs(value) >= 100) return String.format(Locale.ROOT, "%.0f", value);
    return String.format(Locale.ROOT, "%.3g", value);
  }
}

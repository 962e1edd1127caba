package dev.trestle.design.cost;

import dev.trestle.design.ReportText;
import dev.trestle.design.cost.CapacityPlan.Mode;
import java.util.Optional;

/** Formats a plan for a terminal. */
final class CapacityPlanText {
  private static final int NAME_WIDTH = 40;
  private static final int CELL_WIDTH = 13;

  private final StringBuilder text = new StringBuilder();

  private CapacityPlanText() {}

  static String of(CapacityPlan plan) {
    return new CapacityPlanText().write(plan);
  }

  private String write(CapacityPlan plan) {
    var prices = plan.prices();
    text.append(
        "%s at the prices of %s, %s (%s%s)%n%n"
            .formatted(
                plan.design(),
                prices.region(),
                prices.date(),
                prices.source(),
                prices.estimate() ? ": an estimate" : ""));
    row("units a second", "reads", "at peak", "writes", "at peak");
    plan.tables().forEach(table -> table.lines().forEach(this::units));
    text.append('\n');
    row("USD a month", "on demand", "provisioned", "used", "cheaper");
    plan.tables().forEach(table -> comparison(plan, table));
    text.append('\n');
    row("USD a month", "requests", "storage", "recovery", "backups", "streams", "total");
    bill("as declared", plan.bill(false));
    bill("as declared, free tier taken off", plan.bill(true));
    bill("all on demand", plan.bill(Mode.ON_DEMAND, false));
    bill("all provisioned", plan.bill(Mode.PROVISIONED, false));
    bill("all provisioned, free tier taken off", plan.bill(Mode.PROVISIONED, true));
    prices.crossover().ifPresent(this::crossover);
    return text.toString();
  }

  private void units(TablePlan.Line line) {
    row(
        line.resource().toString(),
        ReportText.units(line.average().read()),
        ReportText.units(line.peak().read()),
        ReportText.units(line.average().write()),
        ReportText.units(line.peak().write()));
  }

  private void comparison(CapacityPlan plan, TablePlan table) {
    var comparison = plan.comparison(table);
    var used = comparison.utilisation();
    row(
        name(table),
        ReportText.dollars(comparison.onDemand()),
        comparison.provisioned().map(ReportText::dollars).orElse("not known"),
        "%s / %s".formatted(ReportText.percent(used.read()), ReportText.percent(used.write())),
        comparison.cheaper() == Mode.ON_DEMAND ? "on demand" : "provisioned");
  }

  private static String name(TablePlan table) {
    var name = table.used() ? table.table() + " (of another model)" : table.table();
    return table.regions() == 1 ? name : "%s, in %d regions".formatted(name, table.regions());
  }

  private void bill(String what, Optional<Bill> bill) {
    if (bill.isEmpty()) {
      row(what, "not known");
      return;
    }
    var due = bill.get();
    row(
        what,
        ReportText.dollars(due.requests()),
        ReportText.dollars(due.storage()),
        ReportText.dollars(due.recovery()),
        ReportText.dollars(due.backups()),
        ReportText.dollars(due.streams()),
        ReportText.dollars(due.total()));
  }

  private void crossover(Units share) {
    text.append(
        "%nProvisioned pays off where more than %s of the read and %s of the write units are used.%n"
            .formatted(ReportText.percent(share.read()), ReportText.percent(share.write())));
  }

  private void row(String name, String... cells) {
    text.append(name);
    int missing = NAME_WIDTH - name.length();
    for (var cell : cells) {
      text.repeat(' ', Math.max(1, missing + CELL_WIDTH - cell.length())).append(cell);
      missing = 0;
    }
    text.append('\n');
  }
}

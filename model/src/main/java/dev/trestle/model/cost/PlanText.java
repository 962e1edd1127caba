package dev.trestle.model.cost;

import dev.trestle.model.cost.Plan.Mode;
import java.util.Locale;
import java.util.Optional;

/** A plan in lines, for a terminal. */
final class PlanText {
  private static final int NAME_WIDTH = 40;
  private static final int CELL_WIDTH = 13;

  private final StringBuilder text = new StringBuilder();

  private PlanText() {}

  static String of(Plan plan) {
    return new PlanText().write(plan);
  }

  private String write(Plan plan) {
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
        units(line.average().read()),
        units(line.peak().read()),
        units(line.average().write()),
        units(line.peak().write()));
  }

  private void comparison(Plan plan, TablePlan table) {
    var comparison = plan.comparison(table);
    var used = comparison.utilisation();
    row(
        table.regions() == 1
            ? table.table()
            : "%s, in %d regions".formatted(table.table(), table.regions()),
        dollars(comparison.onDemand()),
        comparison.provisioned().map(PlanText::dollars).orElse("not known"),
        "%s / %s".formatted(percent(used.read()), percent(used.write())),
        comparison.cheaper() == Mode.ON_DEMAND ? "on demand" : "provisioned");
  }

  private void bill(String what, Optional<Bill> bill) {
    if (bill.isEmpty()) {
      row(what, "not known");
      return;
    }
    var due = bill.get();
    row(
        what,
        dollars(due.requests()),
        dollars(due.storage()),
        dollars(due.recovery()),
        dollars(due.backups()),
        dollars(due.streams()),
        dollars(due.total()));
  }

  private void crossover(Units share) {
    text.append(
        "%nProvisioned pays off where more than %s of the read and %s of the write units are used.%n"
            .formatted(percent(share.read()), percent(share.write())));
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

  private static String units(double units) {
    return String.format(Locale.ROOT, "%.3f", units);
  }

  private static String dollars(double amount) {
    return String.format(Locale.ROOT, "%.2f", amount);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}

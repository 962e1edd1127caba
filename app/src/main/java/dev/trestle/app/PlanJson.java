package dev.trestle.app;

import dev.trestle.model.cost.Bill;
import dev.trestle.model.cost.Plan;
import dev.trestle.model.cost.TablePlan;
import dev.trestle.model.cost.Units;
import dev.trestle.model.export.Json;

/** A plan for programs; amounts are US dollars a month. */
final class PlanJson {
  private PlanJson() {}

  static Json of(Plan plan) {
    var out =
        Json.object()
            .put("design", plan.design())
            .put("region", plan.prices().region())
            .put("pricesOf", plan.prices().date().toString())
            .put("estimate", plan.prices().estimate())
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
    plan.bill(false).ifPresent(bill -> out.put("bill", json(bill)));
    plan.bill(true).ifPresent(bill -> out.put("billWithFreeTier", json(bill)));
    plan.bill(Plan.Mode.ON_DEMAND, false).ifPresent(bill -> out.put("onDemand", json(bill)));
    plan.bill(Plan.Mode.PROVISIONED, false).ifPresent(bill -> out.put("provisioned", json(bill)));
    plan.bill(Plan.Mode.PROVISIONED, true)
        .ifPresent(bill -> out.put("provisionedWithFreeTier", json(bill)));
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
}

package dev.trestle.cli;

import dev.trestle.design.cost.Bill;
import dev.trestle.design.cost.CapacityPlan;
import dev.trestle.design.cost.TablePlan;
import dev.trestle.design.cost.Units;
import dev.trestle.design.export.JsonTree;

/** A plan for programs; amounts are US dollars a month. */
final class PlanJson {
  private PlanJson() {}

  static JsonTree of(CapacityPlan plan) {
    var out =
        JsonTree.object()
            .put("design", plan.design())
            .put("region", plan.prices().region())
            .put("pricesOf", plan.prices().date().toString())
            .put("estimate", plan.prices().estimate())
            .put(
                "patterns",
                JsonTree.array(
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
                JsonTree.array(plan.tables().stream().map(table -> json(plan, table)).toList()));
    plan.bill(false).ifPresent(bill -> out.put("bill", json(bill)));
    plan.bill(true).ifPresent(bill -> out.put("billWithFreeTier", json(bill)));
    plan.bill(CapacityPlan.Mode.ON_DEMAND, false)
        .ifPresent(bill -> out.put("onDemand", json(bill)));
    plan.bill(CapacityPlan.Mode.PROVISIONED, false)
        .ifPresent(bill -> out.put("provisioned", json(bill)));
    plan.bill(CapacityPlan.Mode.PROVISIONED, true)
        .ifPresent(bill -> out.put("provisionedWithFreeTier", json(bill)));
    return out.done();
  }

  private static JsonTree json(CapacityPlan plan, TablePlan table) {
    var comparison = plan.comparison(table);
    var out =
        JsonTree.object()
            .put("table", table.table())
            .put("bytes", table.bytes())
            .put(
                "lines",
                JsonTree.array(
                    table.lines().stream()
                        .map(line ->
                            JsonTree.object()
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

  private static JsonTree.Draft units(Units units) {
    return JsonTree.object().put("read", units.read()).put("write", units.write());
  }

  private static JsonTree json(Bill bill) {
    return JsonTree.object()
        .put("requests", bill.requests())
        .put("storage", bill.storage())
        .put("recovery", bill.recovery())
        .put("backups", bill.backups())
        .put("streams", bill.streams())
        .put("total", bill.total())
        .done();
  }
}

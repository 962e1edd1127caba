package dev.trestle.cli;

import dev.trestle.design.cost.Units;
import dev.trestle.design.export.JsonTree;
import dev.trestle.design.simulate.SimulationResult;
import dev.trestle.design.simulate.SimulationResult.Cause;
import dev.trestle.design.simulate.SimulationResult.Resource;
import dev.trestle.model.Throughput;

/** A simulation for programs; amounts are US dollars a month. */
final class SimulationJson {
  private SimulationJson() {}

  static JsonTree of(SimulationResult result) {
    var out =
        JsonTree.object()
            .put("design", result.design())
            .put("days", result.days())
            .put("seed", result.seed())
            .put("throttled", result.throttled())
            .put(
                "resources",
                JsonTree.array(
                    result.resources().stream().map(each -> json(result, each)).toList()));
    result.prices().crossover().ifPresent(at -> out.put("onDemandCheaperBelow", units(at)));
    result
        .breaks()
        .ifPresent(point ->
            out.put(
                "breaksFirst",
                cause(point.cause())
                    .put("resource", point.resource().toString())
                    .put("timesPeak", point.factor())));
    return out.done();
  }

  private static JsonTree json(SimulationResult result, Resource each) {
    var out =
        JsonTree.object()
            .put("resource", each.resource().toString())
            .put("billing", each.declared().isEmpty() ? "ON_DEMAND" : "PROVISIONED")
            .put("declared", declared(each))
            .put("average", units(each.average()))
            .put("peakMinute", units(each.peak()))
            .put("requests", each.requests())
            .put("throttled", each.throttled())
            .put("partitions", each.partitions())
            .put(
                "autoScaling",
                JsonTree.object()
                    .put("lowest", units(each.scaling().lowest()))
                    .put("average", units(each.scaling().average()))
                    .put("highest", units(each.scaling().highest()))
                    .put("utilisation", units(result.utilisation(each))))
            .put("onDemand", result.onDemand(each));
    result.provisioned(each).ifPresent(dollars -> out.put("provisioned", dollars));
    out.put(
        "throttles",
        JsonTree.array(
            each.throttles().stream()
                .map(throttles ->
                    cause(throttles.cause())
                        .put("requests", throttles.requests())
                        .put("firstSecond", throttles.firstSecond())
                        .done())
                .toList()));
    return out.done();
  }

  /** None if it is on demand; with a maximum and a target if they are scaled. */
  private static JsonTree.Draft declared(Resource each) {
    if (each.declared().isEmpty()) return units(Units.NONE);
    var declared = each.declared().get();
    var out = units(of(declared.throughput()));
    declared
        .scaling()
        .ifPresent(scaled ->
            out.put("maximum", units(of(scaled.maximum())))
                .put("targetPercent", scaled.targetPercent()));
    return out;
  }

  private static Units of(Throughput units) {
    return new Units((double) units.read(), (double) units.write());
  }

  private static JsonTree.Draft cause(Cause cause) {
    return JsonTree.object()
        .put("pattern", cause.pattern())
        .put("reason", cause.reason())
        .put("key", cause.key());
  }

  private static JsonTree.Draft units(Units units) {
    return JsonTree.object().put("read", units.read()).put("write", units.write());
  }
}

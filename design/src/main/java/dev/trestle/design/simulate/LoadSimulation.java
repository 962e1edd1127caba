package dev.trestle.design.simulate;

import dev.trestle.design.Design;
import dev.trestle.design.cost.PriceList;
import dev.trestle.design.cost.TableOrIndex;
import dev.trestle.design.simulate.SimulationResult.BreakingPoint;
import dev.trestle.design.simulate.SimulationResult.Cause;
import dev.trestle.model.Billing;
import dev.trestle.model.Load;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Simulates the declared load of a design. Each second, the requests of each pattern are drawn at
 * random, from a seed, and go to the hottest key or to any other; tables and global indexes are
 * limited by the engine's own arithmetic. Declared auto scaling changes their units each minute. A
 * throttled request is not repeated. Steps of a transaction are throttled one by one.
 */
public final class LoadSimulation {
  /**
   * How many requests of a pattern are made in a second; if there are more, each counts for many.
   */
  private static final int REQUESTS_PER_SECOND = 20;

  private static final int SECONDS_PER_MINUTE = 60;
  private static final int SECONDS_PER_DAY = 86_400;
  private static final int MILLIS = 1000;

  /** While the load grows, it doubles in this time, which on-demand tables can follow. */
  private static final double DOUBLING_SECONDS = 32 * 60;

  /** Where growth begins, unless scaling would begin below it. */
  private static final double FACTOR_MIN = 1.0 / 8;

  /** A table that is about to grow has been idle, and has saved its units. */
  private static final long IDLE_MILLIS = 5 * 60_000L;

  /** The largest load that is tried. */
  static final double FACTOR_MAX = 1 << 24;

  private final Design design;
  private final List<Traffic> traffic;
  private final SplittableRandom random;
  private final Map<String, TableThroughput> tables = new LinkedHashMap<>();
  private final Map<TableOrIndex, ResourceUsage> usage = new LinkedHashMap<>();
  private Optional<BreakingPoint> first = Optional.empty();
  private double factor = 1;

  private LoadSimulation(Design design, List<Traffic> traffic, long seed, long createdMillis) {
    this.design = design;
    this.traffic = traffic;
    this.random = new SplittableRandom(seed);
    for (var each : traffic) {
      tables.computeIfAbsent(
          each.table(), name -> new TableThroughput(design.table(name), createdMillis));
      for (var flow : each.flows()) {
        usage.computeIfAbsent(
            flow.resource(), resource -> new ResourceUsage(resource, declared(resource)));
      }
    }
  }

  /**
   * Runs a simulation.
   *
   * @param loads other loads than the declared ones, by the patterns' ids
   */
  public static SimulationResult run(
      Design design, Map<String, Load> loads, int days, long seed, PriceList prices) {
    if (days < 1 || days > 366) throw new IllegalArgumentException(days + " days");
    var traffic = Traffic.of(design, loads);
    var simulation = new LoadSimulation(design, traffic, seed, 0);
    simulation.runDays(days);
    return new SimulationResult(
        design.name(),
        days,
        seed,
        prices,
        simulation.resources(),
        new LoadSimulation(design, traffic, seed, -IDLE_MILLIS).runUntilThrottled());
  }

  private void runDays(int days) {
    var shapes = new HashMap<Double, DayShape>();
    for (long second = 0; second < (long) days * SECONDS_PER_DAY; second++) {
      for (var each : traffic) {
        var shape = shapes.computeIfAbsent(each.load().peak(), DayShape::new);
        requests(each, each.load().perSecond() * shape.at(second), second);
      }
      endSecond(second + 1);
    }
  }

  /** Lets the peak load grow until a request is throttled. */
  private Optional<BreakingPoint> runUntilThrottled() {
    double lowest = lowestFactor();
    for (long second = 0; first.isEmpty(); second++) {
      factor = lowest * Math.pow(2, second / DOUBLING_SECONDS);
      if (factor > FACTOR_MAX) return Optional.empty();
      for (var each : traffic) {
        requests(each, each.load().perSecond() * each.load().peak() * factor, second);
      }
      endSecond(second + 1);
    }
    return first;
  }

  /** Returns where growth begins: not above what scaled units are at least. */
  private double lowestFactor() {
    double lowest = FACTOR_MIN;
    for (var peak : Traffic.peaks(traffic).entrySet()) {
      var declared = declared(peak.getKey());
      if (declared.flatMap(Billing.Provisioned::scaling).isEmpty()) continue;
      var least = declared.get().throughput();
      lowest = Math.min(lowest, (double) least.read() / peak.getValue().read());
      lowest = Math.min(lowest, (double) least.write() / peak.getValue().write());
    }
    return Math.max(lowest, 1 / FACTOR_MAX);
  }

  /** At the end of a minute, auto scaling changes units where it is declared. */
  private void endSecond(long now) {
    if (now % SECONDS_PER_MINUTE != 0) return;
    usage.forEach((resource, used) ->
        used.endMinute(now * MILLIS)
            .ifPresent(units ->
                throughput(resource.table())
                    .resource(resource)
                    .setProvisioned(Optional.of(units), now * MILLIS)));
  }

  private void requests(Traffic each, double perSecond, long second) {
    long calls = drawn(perSecond);
    if (calls == 0) return;
    int requests = (int) Math.min(calls, REQUESTS_PER_SECOND);
    for (int i = 0; i < requests; i++) {
      long weight = calls * (i + 1) / requests - calls * i / requests;
      request(each, weight, second, second * MILLIS + (long) i * MILLIS / requests);
    }
  }

  /** Returns a whole number of calls whose average is the rate. */
  private long drawn(double rate) {
    return (long) Math.floor(rate + random.nextDouble());
  }

  private void request(Traffic each, long weight, long second, long millis) {
    boolean isHottest = random.nextDouble() < each.hottestShare();
    long other = random.nextLong(1, Long.MAX_VALUE);
    var demands = new ArrayList<Demand>(each.flows().size());
    for (var flow : each.flows()) {
      long keys = flow.keys().orElse(Long.MAX_VALUE);
      demands.add(flow.demand(isHottest ? 0 : other % keys, weight));
    }
    var throttled = throughput(each.table()).request(demands, millis);
    if (throttled.isPresent()) note(each, throttled.get(), second, weight);
    else {
      for (var demand : demands) {
        usage(demand.resource()).served(demand.kind(), demand.units(), weight);
      }
    }
  }

  private void note(Traffic each, TableThroughput.Throttled throttled, long second, long weight) {
    var resource = throttled.demand().resource();
    var key =
        each.flows().stream()
            .filter(flow -> flow.resource().equals(resource))
            .map(Traffic.Flow::key)
            .findFirst()
            .orElse("");
    var cause = new Cause(throttled.reason(), key, each.pattern());
    usage(resource).throttled(cause, second, weight);
    if (first.isEmpty()) first = Optional.of(new BreakingPoint(factor, resource, cause));
  }

  private TableThroughput throughput(String table) {
    var known = tables.get(table);
    if (known == null) throw new IllegalStateException("no table " + table);
    return known;
  }

  private ResourceUsage usage(TableOrIndex resource) {
    var known = usage.get(resource);
    if (known == null) throw new IllegalStateException("no table or index " + resource);
    return known;
  }

  private List<SimulationResult.Resource> resources() {
    var results = new ArrayList<SimulationResult.Resource>();
    usage.forEach((resource, used) ->
        results.add(used.result(throughput(resource.table()).resource(resource).partitions())));
    return results;
  }

  private Optional<Billing.Provisioned> declared(TableOrIndex resource) {
    var table = design.table(resource.table());
    return resource.index().isEmpty()
        ? table.provisioned()
        : table.provisioned(table.index(resource.index().get()));
  }
}

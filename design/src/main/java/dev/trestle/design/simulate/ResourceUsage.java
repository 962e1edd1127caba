package dev.trestle.design.simulate;

import dev.trestle.design.cost.TableOrIndex;
import dev.trestle.design.cost.Units;
import dev.trestle.item.throughput.ResourceThroughput.Provisioned;
import dev.trestle.item.throughput.UnitKind;
import dev.trestle.model.Billing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Collects what one table or index consumed in a simulation. */
final class ResourceUsage {
  private static final int SECONDS_PER_MINUTE = 60;

  /** How many minutes are summarised in one point of the picture. */
  static final int MINUTES_PER_POINT = 10;

  private final TableOrIndex resource;
  private final List<SimulationResult.Point> points = new ArrayList<>();
  private final Map<SimulationResult.Cause, long[]> throttles = new TreeMap<>();
  private final double[] consumed = new double[2];
  private final double[] minute = new double[2];
  private final double[] peak = new double[2];
  private final double[] point = new double[2];
  private final Optional<Billing.Provisioned> declared;
  private final ScalingRecord scaling;
  private long requests;
  private long throttled;
  private long pointThrottled;
  private long minutes;

  /**
   * @param declared the provisioned units; empty if the table is on demand
   */
  ResourceUsage(TableOrIndex resource, Optional<Billing.Provisioned> declared) {
    this.resource = resource;
    this.declared = declared;
    this.scaling = new ScalingRecord(declared);
  }

  void served(UnitKind kind, double units, long count) {
    minute[kind == UnitKind.READ ? 0 : 1] += units;
    requests += count;
  }

  /** Counts requests that were throttled. Auto scaling sees what was consumed, not what was not. */
  void throttled(SimulationResult.Cause cause, long second, long count) {
    requests += count;
    throttled += count;
    pointThrottled += count;
    var known = throttles.computeIfAbsent(cause, why -> new long[] {0, second});
    known[0] += count;
  }

  /** Returns the units from now on, if the table or index declares that they are scaled. */
  Optional<Provisioned> endMinute(long nowMillis) {
    for (int kind = 0; kind < minute.length; kind++) {
      consumed[kind] += minute[kind];
      point[kind] += minute[kind];
      peak[kind] = Math.max(peak[kind], minute[kind] / SECONDS_PER_MINUTE);
    }
    var units =
        scaling.endMinute(
            minute[0] / SECONDS_PER_MINUTE, minute[1] / SECONDS_PER_MINUTE, nowMillis);
    minute[0] = 0;
    minute[1] = 0;
    if (++minutes % MINUTES_PER_POINT == 0) addPoint();
    return declared.flatMap(Billing.Provisioned::scaling).map(ignored -> units);
  }

  private void addPoint() {
    double seconds = MINUTES_PER_POINT * SECONDS_PER_MINUTE;
    points.add(
        new SimulationResult.Point(
            new Units(point[0] / seconds, point[1] / seconds), scaling.units(), pointThrottled));
    point[0] = 0;
    point[1] = 0;
    pointThrottled = 0;
  }

  SimulationResult.Resource result(int partitions) {
    double seconds = Math.max(1, minutes * SECONDS_PER_MINUTE);
    var causes = new ArrayList<SimulationResult.Throttles>();
    throttles.forEach((cause, counted) ->
        causes.add(new SimulationResult.Throttles(cause, counted[0], counted[1])));
    return new SimulationResult.Resource(
        resource,
        declared,
        new Units(consumed[0] / seconds, consumed[1] / seconds),
        new Units(peak[0], peak[1]),
        requests,
        throttled,
        causes,
        scaling.result(),
        partitions,
        points);
  }
}

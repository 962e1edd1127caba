package dev.trestle.design.simulate;

import dev.trestle.design.cost.TableOrIndex;
import dev.trestle.design.cost.Units;
import dev.trestle.item.throughput.UnitKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private final AutoScaling[] scaling = new AutoScaling[2];
  private long requests;
  private long throttled;
  private long pointThrottled;
  private long minutes;

  ResourceUsage(TableOrIndex resource) {
    this.resource = resource;
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

  void endMinute() {
    for (int kind = 0; kind < minute.length; kind++) {
      double perSecond = minute[kind] / SECONDS_PER_MINUTE;
      consumed[kind] += minute[kind];
      point[kind] += minute[kind];
      peak[kind] = Math.max(peak[kind], perSecond);
      if (scaling[kind] == null) scaling[kind] = new AutoScaling(perSecond);
      scaling[kind].minute(perSecond);
      minute[kind] = 0;
    }
    if (++minutes % MINUTES_PER_POINT == 0) addPoint();
  }

  private void addPoint() {
    double seconds = MINUTES_PER_POINT * SECONDS_PER_MINUTE;
    points.add(
        new SimulationResult.Point(
            new Units(point[0] / seconds, point[1] / seconds),
            new Units(scaling[0].units(), scaling[1].units()),
            pointThrottled));
    point[0] = 0;
    point[1] = 0;
    pointThrottled = 0;
  }

  SimulationResult.Resource result(boolean onDemand, Units declared, int partitions) {
    double seconds = Math.max(1, minutes * SECONDS_PER_MINUTE);
    var causes = new ArrayList<SimulationResult.Throttles>();
    throttles.forEach((cause, counted) ->
        causes.add(new SimulationResult.Throttles(cause, counted[0], counted[1])));
    return new SimulationResult.Resource(
        resource,
        onDemand,
        declared,
        new Units(consumed[0] / seconds, consumed[1] / seconds),
        new Units(peak[0], peak[1]),
        requests,
        throttled,
        causes,
        new SimulationResult.Scaling(
            units(AutoScaling::lowest), units(AutoScaling::average), units(AutoScaling::highest)),
        partitions,
        points);
  }

  private Units units(java.util.function.ToDoubleFunction<AutoScaling> value) {
    if (scaling[0] == null || scaling[1] == null) return Units.NONE;
    return new Units(value.applyAsDouble(scaling[0]), value.applyAsDouble(scaling[1]));
  }
}

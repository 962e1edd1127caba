package dev.trestle.item.throughput;

import java.util.ArrayDeque;
import java.util.Collections;

/** The scaling of the read or of the write units of one table or global index. */
final class TargetTracking {
  /** Units are lowered where so much less than the target is used. */
  private static final double PERCENT_BELOW = 20;

  private static final int MINUTES_ABOVE = 2;
  private static final int MINUTES_BELOW = 15;

  private final UnitKind kind;
  private final ScalingBounds bounds;
  private final Decreases decreases;
  private final double lowerPercent;

  /** What was consumed in each of the last minutes. */
  private final ArrayDeque<Double> lately = new ArrayDeque<>(MINUTES_BELOW);

  private double units;
  private int above;
  private int below;

  TargetTracking(UnitKind kind, ScalingBounds bounds, Decreases decreases, double units) {
    this.kind = kind;
    this.bounds = bounds;
    this.decreases = decreases;
    this.units = units;
    // AWS does not say what it does at low targets, of which nothing would remain.
    double target = bounds.targetPercent();
    this.lowerPercent = Math.max(target - PERCENT_BELOW, target / 2);
  }

  double units() {
    return units;
  }

  void minute(double consumed, long nowMillis) {
    double bounded = bounds.within(kind, units);
    if (bounded != units) set(bounded);
    double percent = consumed * ScalingBounds.PERCENT / units;
    above = percent > bounds.targetPercent() ? above + 1 : 0;
    below = percent < lowerPercent ? below + 1 : 0;
    if (lately.size() == MINUTES_BELOW) lately.removeFirst();
    lately.addLast(consumed);
    if (above >= MINUTES_ABOVE) set(Math.max(units, bounds.wanted(kind, consumed)));
    else if (below >= MINUTES_BELOW && decreases.isPossible(nowMillis)) decrease(nowMillis);
  }

  private void decrease(long nowMillis) {
    double less = bounds.wanted(kind, Collections.max(lately));
    if (less >= units) return;
    decreases.count(nowMillis);
    set(less);
  }

  private void set(double changed) {
    units = changed;
    above = 0;
    below = 0;
  }
}

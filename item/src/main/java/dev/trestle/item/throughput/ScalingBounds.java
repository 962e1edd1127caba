package dev.trestle.item.throughput;

import dev.trestle.item.throughput.ResourceThroughput.Provisioned;

/**
 * What auto scaling keeps to.
 *
 * @param targetPercent how much of the units should be used
 */
public record ScalingBounds(Provisioned minimum, Provisioned maximum, int targetPercent) {
  static final double PERCENT = 100;

  /** AWS's default target, without a maximum. */
  public static final ScalingBounds UNLIMITED =
      new ScalingBounds(
          new Provisioned(1, 1),
          new Provisioned(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY),
          70);

  /** Returns the units of which so much should be used. */
  double wanted(UnitKind kind, double consumed) {
    return within(kind, Math.ceil(consumed * PERCENT / targetPercent));
  }

  double within(UnitKind kind, double units) {
    return Math.clamp(units, minimum.of(kind), maximum.of(kind));
  }
}

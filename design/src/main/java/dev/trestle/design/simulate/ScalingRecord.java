package dev.trestle.design.simulate;

import dev.trestle.design.cost.Units;
import dev.trestle.item.throughput.ResourceScaling;
import dev.trestle.item.throughput.ResourceThroughput.Provisioned;
import dev.trestle.item.throughput.ScalingBounds;
import dev.trestle.model.Billing;
import java.util.Optional;

/**
 * The units that auto scaling provisions for one table or global index: as declared, or else as it
 * would by AWS's default target and without a maximum.
 */
final class ScalingRecord {
  private Optional<ResourceScaling> scaling;
  private Units lowest = new Units(Double.MAX_VALUE, Double.MAX_VALUE);
  private Units highest = Units.NONE;
  private Units sum = Units.NONE;
  private long minutes;

  ScalingRecord(Optional<Billing.Provisioned> declared) {
    scaling = declared.flatMap(units -> units.bounds().map(ScalingRecord::start));
  }

  private static ResourceScaling start(ScalingBounds bounds) {
    return new ResourceScaling(bounds, bounds.minimum());
  }

  /** Takes what was consumed per second in the minute that ends, and returns the units after it. */
  Provisioned endMinute(double read, double write, long nowMillis) {
    var consumed = new Provisioned(read, write);
    var running =
        scaling.orElseGet(() -> ResourceScaling.fitting(ScalingBounds.UNLIMITED, consumed));
    scaling = Optional.of(running);
    note(running.units());
    return running.minute(consumed, nowMillis);
  }

  private void note(Provisioned units) {
    minutes++;
    sum = sum.plus(new Units(units.read(), units.write()));
    lowest =
        new Units(Math.min(lowest.read(), units.read()), Math.min(lowest.write(), units.write()));
    highest =
        new Units(Math.max(highest.read(), units.read()), Math.max(highest.write(), units.write()));
  }

  Units units() {
    return scaling
        .map(ResourceScaling::units)
        .map(units -> new Units(units.read(), units.write()))
        .orElse(Units.NONE);
  }

  SimulationResult.Scaling result() {
    if (minutes == 0) return new SimulationResult.Scaling(Units.NONE, Units.NONE, Units.NONE);
    return new SimulationResult.Scaling(lowest, sum.times(1.0 / minutes), highest);
  }
}

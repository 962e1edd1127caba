package dev.trestle.model;

import dev.trestle.item.throughput.ResourceThroughput;
import dev.trestle.item.throughput.ScalingBounds;
import java.util.Optional;

/** How a table's capacity is billed. */
public sealed interface Billing {
  /** Billed per request. */
  record OnDemand() implements Billing {}

  /**
   * Billed per hour, whether it is used or not.
   *
   * @param throughput the units, or their minimum if they are scaled
   * @param scaling empty if the units stay as they are
   */
  record Provisioned(Throughput throughput, Optional<AutoScaling> scaling) implements Billing {
    public Provisioned {
      scaling.ifPresent(scaled -> requireRange(throughput, scaled.maximum()));
    }

    /** Units that stay as they are. */
    public Provisioned(Throughput throughput) {
      this(throughput, Optional.empty());
    }

    private static void requireRange(Throughput minimum, Throughput maximum) {
      if (maximum.read() < minimum.read() || maximum.write() < minimum.write()) {
        throw new IllegalArgumentException(
            "Auto scaling raises units: its maximum of %d read and %d write units is below the %d and %d that are provisioned."
                .formatted(maximum.read(), maximum.write(), minimum.read(), minimum.write()));
      }
      if (maximum.equals(minimum)) {
        throw new IllegalArgumentException(
            "Auto scaling up to %d read and %d write units leaves nothing to scale, since these are provisioned."
                .formatted(maximum.read(), maximum.write()));
      }
    }

    /** The most units that there can be. */
    public Throughput most() {
      return scaling.map(AutoScaling::maximum).orElse(throughput);
    }

    /** The bounds of scaling, for its arithmetic. */
    public Optional<ScalingBounds> bounds() {
      return scaling.map(scaled ->
          new ScalingBounds(units(throughput), units(scaled.maximum()), scaled.targetPercent()));
    }

    private static ResourceThroughput.Provisioned units(Throughput units) {
      return new ResourceThroughput.Provisioned((double) units.read(), (double) units.write());
    }
  }
}

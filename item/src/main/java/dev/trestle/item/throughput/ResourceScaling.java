package dev.trestle.item.throughput;

import dev.trestle.item.throughput.ResourceThroughput.Provisioned;

/**
 * What auto scaling does to the provisioned units of one table or global index, minute by minute.
 * It raises them after two minutes above its target, and lowers them after fifteen minutes at 20 %
 * below, as often as DynamoDB allows. Nothing is random: the same minutes have the same results.
 * Not safe for use by several threads.
 */
public final class ResourceScaling {
  private final TargetTracking reads;
  private final TargetTracking writes;

  /** Starts with the units that there are, even if they are out of bounds. */
  public ResourceScaling(ScalingBounds bounds, Provisioned units) {
    var decreases = new Decreases();
    reads = new TargetTracking(UnitKind.READ, bounds, decreases, units.read());
    writes = new TargetTracking(UnitKind.WRITE, bounds, decreases, units.write());
  }

  /** Starts with the units that a load needs. */
  public static ResourceScaling fitting(ScalingBounds bounds, Provisioned consumed) {
    return new ResourceScaling(
        bounds,
        new Provisioned(
            bounds.wanted(UnitKind.READ, consumed.read()),
            bounds.wanted(UnitKind.WRITE, consumed.write())));
  }

  /**
   * Takes what was consumed per second, on average, in the minute that ends now, and returns the
   * units from now on. Units out of bounds are brought into them at once.
   */
  public Provisioned minute(Provisioned consumed, long nowMillis) {
    reads.minute(consumed.read(), nowMillis);
    writes.minute(consumed.write(), nowMillis);
    return units();
  }

  public Provisioned units() {
    return new Provisioned(reads.units(), writes.units());
  }
}

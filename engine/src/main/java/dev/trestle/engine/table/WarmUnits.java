package dev.trestle.engine.table;

/**
 * The units per second that a table or index supports at once: DynamoDB's WarmThroughput. It never
 * decreases.
 */
public record WarmUnits(long readUnits, long writeUnits) {
  /** Below every other value. */
  static final WarmUnits NONE = new WarmUnits(0, 0);

  private static final WarmUnits ON_DEMAND = new WarmUnits(12_000, 4_000);

  /** Returns what a new table or index with these provisioned units has. */
  public static WarmUnits initial(ProvisionedUnits units) {
    return units.equals(ProvisionedUnits.ON_DEMAND)
        ? ON_DEMAND
        : new WarmUnits(units.readUnits(), units.writeUnits());
  }

  /** Returns the higher read units and the higher write units. */
  public WarmUnits atLeast(WarmUnits other) {
    return new WarmUnits(
        Math.max(readUnits, other.readUnits), Math.max(writeUnits, other.writeUnits));
  }
}

package dev.trestle.engine.table;

/** Provisioned units per second; zero for on-demand tables. */
public record ProvisionedUnits(long readUnits, long writeUnits) {
  public static final ProvisionedUnits ON_DEMAND = new ProvisionedUnits(0, 0);
}

package dev.trestle.engine.table;

/** Provisioned units per second; zero on tables that pay per request. */
public record Throughput(long readUnits, long writeUnits) {
  public static final Throughput ON_DEMAND = new Throughput(0, 0);
}

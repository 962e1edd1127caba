package dev.trestle.model;

/** How a table's capacity is billed. */
public sealed interface Billing {
  /** Billed per request. */
  record OnDemand() implements Billing {}

  /** Billed per hour, whether it is used or not. */
  record Provisioned(Throughput throughput) implements Billing {}
}

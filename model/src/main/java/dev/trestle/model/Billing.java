package dev.trestle.model;

/** How a table's capacity is paid for. */
public sealed interface Billing {
  record OnDemand() implements Billing {}

  /** Paid by the hour, whether used or not. */
  record Provisioned(Throughput throughput) implements Billing {}
}

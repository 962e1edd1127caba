package dev.trestle.model.key;

/** How a part is computed from another component, so that callers need not repeat it. */
public enum Derivation {
  /** The day of a time, in UTC. */
  DAY,
  /** The month of a time, in UTC. */
  MONTH,
  /** A number from 0 on that spreads values over partitions: the CRC-32 of the value's text. */
  SHARD
}

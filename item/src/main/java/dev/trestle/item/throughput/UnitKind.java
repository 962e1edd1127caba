package dev.trestle.item.throughput;

/** Whether units are read or written. */
public enum UnitKind {
  READ,
  WRITE
}

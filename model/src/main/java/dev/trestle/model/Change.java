package dev.trestle.model;

/** One thing an update does to an item. */
public sealed interface Change {
  Path path();

  /** An empty Optional removes the attribute. */
  record Set(Path path, Operand<?> operand) implements Change {}

  record Remove(Path path) implements Change {}

  /**
   * Adds to a number or a set. Done twice it counts twice, and a client that got no answer does it
   * twice: outside a transaction that is a finding.
   */
  record Add(Path path, Operand<?> operand) implements Change {}

  /** Takes members out of a set. */
  record Take(Path path, Operand<?> operand) implements Change {}
}

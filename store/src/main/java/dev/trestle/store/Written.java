package dev.trestle.store;

import java.util.Optional;

/** The outcome of a conditional write of one item. */
public sealed interface Written<R> {
  /**
   * The item was written. A put returns the record with its new version, an update the record after
   * it, and a delete the record that was deleted, if there was one.
   */
  record Done<R>(Optional<R> record) implements Written<R> {}

  /**
   * The condition did not hold and nothing was changed. Contains the current record, if there is
   * one.
   */
  record Refused<R>(Optional<R> current) implements Written<R> {}

  /** Whether the item was written. */
  default boolean isDone() {
    return switch (this) {
      case Done<R> ignored -> true;
      case Refused<R> ignored -> false;
    };
  }

  /**
   * Returns the record after a put or an update, or before a delete; empty if the write was
   * refused.
   */
  default Optional<R> done() {
    return switch (this) {
      case Done<R>(var record) -> record;
      case Refused<R> ignored -> Optional.empty();
    };
  }
}

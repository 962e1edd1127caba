package dev.trestle.store;

import java.util.Optional;

/** How a conditional write of one item ended. */
public sealed interface Written<R> {
  /**
   * It was written. A put gives the record as it now stands, with its new version; an update the
   * record after it; a delete the record that is gone, if there was one.
   */
  record Done<R>(Optional<R> record) implements Written<R> {}

  /** The condition did not hold and nothing was changed; what stands there, if anything does. */
  record Refused<R>(Optional<R> current) implements Written<R> {}

  default boolean isDone() {
    return switch (this) {
      case Done<R> _ -> true;
      case Refused<R> _ -> false;
    };
  }

  /** The record after a put or an update, before a delete; none where it was refused. */
  default Optional<R> done() {
    return switch (this) {
      case Done<R>(var record) -> record;
      case Refused<R> _ -> Optional.empty();
    };
  }
}

package dev.trestle.engine.operation;

import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.write.ItemWrites;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** What operations work with. */
public record Kernel(
    Storage storage,
    Catalog catalog,
    ItemWrites writes,
    RequestTokens tokens,
    InstantSource clock,
    String region) {
  /** The time, in the milliseconds that are kept on disk. */
  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  static IllegalStateException notYet(Operation<?> operation) {
    return new IllegalStateException(operation.getClass().getSimpleName());
  }
}

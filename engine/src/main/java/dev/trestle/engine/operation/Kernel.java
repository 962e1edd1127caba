package dev.trestle.engine.operation;

import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.Catalog;
import java.time.InstantSource;

/** What operations work with. */
public record Kernel(Storage storage, Catalog catalog, InstantSource clock, String region) {
  static IllegalStateException notYet(Operation<?> operation) {
    return new IllegalStateException(operation.getClass().getSimpleName());
  }
}

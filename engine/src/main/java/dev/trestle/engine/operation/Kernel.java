package dev.trestle.engine.operation;

import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.write.ItemWrites;
import java.time.InstantSource;

/** What operations work with. */
public record Kernel(
    Storage storage,
    Catalog catalog,
    ItemWrites writes,
    RequestTokens tokens,
    InstantSource clock,
    String region) {
  static IllegalStateException notYet(Operation<?> operation) {
    return new IllegalStateException(operation.getClass().getSimpleName());
  }
}

package dev.trestle.engine.operation;

import dev.trestle.engine.storage.Storage;
import java.time.InstantSource;

/** What operations work with. */
public record Kernel(Storage storage, InstantSource clock, String region) {
  static IllegalStateException notYet(Operation<?> operation) {
    return new IllegalStateException(operation.getClass().getSimpleName());
  }
}

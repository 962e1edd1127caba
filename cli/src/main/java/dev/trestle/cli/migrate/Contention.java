package dev.trestle.cli.migrate;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Counts the tries of an item that others write at the same time. */
final class Contention {
  private static final int TRIES_MAX = 100;

  /** The longest pause after a conflict with a transaction. */
  private static final long PAUSE_NANOS_MAX = Duration.ofMillis(20).toNanos();

  private final String table;
  private int tries;

  Contention(String table) {
    this.table = table;
  }

  /** Called before each try. */
  void next() {
    if (++tries <= TRIES_MAX) return;
    throw new MigrationException(
        "An item of %s was changed by others %d times while it was being written. Apply again when"
                .formatted(table, TRIES_MAX)
            + " there is less load on it.");
  }

  void pause() {
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_NANOS_MAX));
  }
}

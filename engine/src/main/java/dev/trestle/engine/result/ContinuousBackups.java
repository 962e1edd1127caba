package dev.trestle.engine.result;

import dev.trestle.engine.table.RecoverySettings;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether and to which times a table can be restored.
 *
 * @param recovery empty if recovery is disabled
 * @param now the time by which old records are removed
 * @param latest the latest time to which it can be restored
 */
public record ContinuousBackups(Optional<RecoverySettings> recovery, Instant now, Instant latest) {
  public String status() {
    return recovery.isPresent() ? "ENABLED" : "DISABLED";
  }

  /** Returns the earliest time to which the table can be restored. */
  public Optional<Instant> earliest() {
    return recovery.map(settings -> settings.earliest(now));
  }
}

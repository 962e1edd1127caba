package dev.trestle.engine.result;

import dev.trestle.engine.table.RecoverySettings;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether and to which times a table can be restored.
 *
 * @param recovery empty if recovery is disabled
 * @param earliest the earliest time to which it can be restored; empty if recovery is disabled
 * @param latest the latest one
 */
public record ContinuousBackups(
    Optional<RecoverySettings> recovery, Optional<Instant> earliest, Instant latest) {
  public String status() {
    return recovery.isPresent() ? "ENABLED" : "DISABLED";
  }
}

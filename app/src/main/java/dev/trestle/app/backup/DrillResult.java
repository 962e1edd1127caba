package dev.trestle.app.backup;

import java.time.Instant;
import java.util.List;

/**
 * The result of a drill.
 *
 * @param restoredTo the past time to which the tables were restored
 * @param backupAgeSeconds how much would have been lost if only the backup were left
 * @param restoreMillis how long it took until the restored data could be used
 * @param compared how many tables were restored in two ways and compared
 */
public record DrillResult(
    Instant at,
    boolean passed,
    Instant restoredTo,
    double backupAgeSeconds,
    long backupMillis,
    long restoreMillis,
    long verifyMillis,
    long bytes,
    int tables,
    long items,
    int compared,
    List<String> problems) {
  public DrillResult {
    problems = List.copyOf(problems);
  }
}

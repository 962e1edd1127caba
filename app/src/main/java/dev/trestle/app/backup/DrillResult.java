package dev.trestle.app.backup;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The result of a drill.
 *
 * @param restoredTo the past time to which the tables were restored
 * @param backupAgeSeconds how much would have been lost if only the backup were left
 * @param restoreMillis how long it took until the restored data could be used
 * @param compared how many tables were restored in two ways and compared
 * @param comparedItems how many items these had; empty in results of older versions
 * @param earlier the comparison with an earlier backup; empty if there was none
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
    Optional<Long> comparedItems,
    Optional<Comparison> earlier,
    List<String> problems) {
  /**
   * A comparison of tables as they were at a time.
   *
   * @param items how many items they had
   */
  public record Comparison(Instant time, int tables, long items) {}

  public DrillResult {
    problems = List.copyOf(problems);
  }
}

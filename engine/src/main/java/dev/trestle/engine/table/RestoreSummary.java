package dev.trestle.engine.table;

import java.time.Instant;
import java.util.Optional;

/**
 * Where the items of a restored or imported table come from.
 *
 * @param sourceTable the name of the table that was restored; empty if the items are imported
 * @param sourceBackup the id of the backup, if it was restored from one
 * @param at the point in time
 * @param inProgress whether items are still being copied; until then the table cannot be used. Only
 *     tables that earlier versions restored keep their summary after that
 */
public record RestoreSummary(
    String sourceTable, Optional<String> sourceBackup, Instant at, boolean inProgress) {
  /** Returns the summary of a table that is being imported. */
  public static RestoreSummary ofImport(Instant at) {
    return new RestoreSummary("", Optional.empty(), at, true);
  }

  public boolean isImport() {
    return sourceTable.isEmpty();
  }
}

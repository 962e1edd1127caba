package dev.trestle.console;

import dev.trestle.engine.Engine;
import dev.trestle.engine.operation.DescribeContinuousBackups;
import dev.trestle.engine.operation.ListBackups;
import dev.trestle.engine.operation.ListTables;
import dev.trestle.engine.refusal.Refusal.TableNotFoundException;
import dev.trestle.engine.result.BackupDescription;
import dev.trestle.engine.result.ContinuousBackups;
import dev.trestle.engine.table.TableBackup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The times to which single tables can be restored: by recovery, and from their backups. */
record RestorePointView(Optional<Engine> engine) {
  /** The backups that one page shows. */
  private static final int BACKUPS_MAX = 100;

  /**
   * All tables.
   *
   * @param unprotected how many tables have no point-in-time recovery
   * @param backups newest first
   * @param more whether there are older backups that are not listed
   */
  record View(
      boolean engine,
      List<Recoverable> tables,
      int unprotected,
      List<Backup> backups,
      boolean more) {}

  /** A table that can be restored to any second between two times. */
  record Recoverable(String table, Instant earliest, Instant latest) {}

  /**
   * A backup of one table.
   *
   * @param expires when it is removed; empty if it is kept until somebody deletes it
   */
  record Backup(
      String arn,
      String name,
      String table,
      boolean ofDeletedTable,
      boolean available,
      Instant created,
      Optional<Instant> expires,
      long items,
      long bytes) {
    static Backup of(BackupDescription described) {
      var backup = described.backup();
      return new Backup(
          described.arn(),
          backup.name(),
          backup.table().name(),
          backup.kind() == TableBackup.Kind.SYSTEM,
          backup.status() == TableBackup.Status.AVAILABLE,
          backup.created(),
          backup.expires(),
          backup.items(),
          backup.bytes());
    }
  }

  View view() {
    return engine
        .map(RestorePointView::view)
        .orElseGet(() -> new View(false, List.of(), 0, List.of(), false));
  }

  private static View view(Engine engine) {
    var tables = new ArrayList<Recoverable>();
    int unprotected = 0;
    for (var name : engine.run(new ListTables(null, null)).tableNames()) {
      var recovery = recovery(engine, name);
      if (recovery.isEmpty()) continue;
      var earliest = recovery.get().earliest();
      if (earliest.isEmpty()) unprotected++;
      else tables.add(new Recoverable(name, earliest.get(), recovery.get().latest()));
    }
    var backups = backups(engine);
    var shown = backups.reversed().stream().limit(BACKUPS_MAX).map(Backup::of).toList();
    return new View(true, tables, unprotected, shown, backups.size() > shown.size());
  }

  /** Returns nothing for a table that is being restored, or was deleted since it was listed. */
  private static Optional<ContinuousBackups> recovery(Engine engine, String table) {
    try {
      return Optional.of(engine.run(new DescribeContinuousBackups(table)));
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  private static List<BackupDescription> backups(Engine engine) {
    var found = new ArrayList<BackupDescription>();
    Optional<String> after = Optional.empty();
    do {
      var page = engine.run(new ListBackups(null, null, null, null, after.orElse(null), "ALL"));
      found.addAll(page.backups());
      after = page.lastEvaluatedBackupArn();
    } while (after.isPresent());
    return found;
  }
}

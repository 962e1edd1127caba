package dev.trestle.app.backup;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.VerifyReport;
import dev.trestle.engine.VerifyReport.Problem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Optional;

/** Verifies a backup by restoring it to a temporary folder. */
public final class BackupVerification {
  private BackupVerification() {}

  /** Reads all files of a backup, and its tables as an engine would. */
  public static VerifyReport run(
      StoredBackups target, FolderBackup backup, BackupProgress progress) {
    try {
      var damaged = target.damagedFiles(backup);
      try (var scratch = ScratchFolder.create(Optional.empty())) {
        var copy = scratch.path().resolve("data");
        target.copyTables(backup, copy, progress);
        try (var engine = Engine.open(EngineOptions.at(copy))) {
          var report = engine.verify((done, total) -> progress.at("verifying", done, total));
          var problems = new ArrayList<>(report.problems());
          for (var each : damaged) problems.add(new Problem("backup " + backup.id(), each));
          return new VerifyReport(
              report.tables(),
              report.items(),
              report.indexEntries(),
              report.logRecords(),
              problems);
        }
      }
    } catch (IOException e) {
      throw new BackupException("verifying failed: " + e, e);
    }
  }
}

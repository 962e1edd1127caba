package dev.trestle.app.backup;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.UndoReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Restores a backup to a data folder. Everything is copied to a folder beside it, which is renamed
 * when it is complete. So a restore that was interrupted leaves no data folder, and can be
 * repeated. One that fails leaves nothing.
 */
public final class Restore {
  /** What was restored; the report of the undo if a time was given. */
  public record Restored(FolderBackup backup, Optional<UndoReport> undone) {}

  private Restore() {}

  /** Restores a backup. */
  public static Restored run(
      StoredBackups target, FolderBackup backup, Path data, BackupProgress progress) {
    return run(target, backup, data, Optional.empty(), progress);
  }

  /** Restores a backup and takes back what happened after a time. */
  public static Restored run(
      StoredBackups target,
      FolderBackup backup,
      Path data,
      Optional<Instant> at,
      BackupProgress progress) {
    try {
      // What a link to an empty folder names is replaced, and not the link.
      var place = Files.exists(data) ? data.toRealPath() : data.toAbsolutePath().normalize();
      requireUnused(place);
      try (var draft = RestoreDraft.beside(place)) {
        requireUnused(place);
        target.copyTo(backup, draft.folder(), progress);
        var undone = at.map(time -> undo(draft.folder(), backup, time, progress));
        progress.at("writing to disk", 0, 0);
        draft.moveTo(place);
        return new Restored(backup, undone);
      }
    } catch (IOException e) {
      throw new BackupException("restoring to " + data + " failed: " + e, e);
    }
  }

  /**
   * Opens a restored folder at the time of its backup, for which the clock stands still. By today's
   * clock, old log records would be removed before they are used.
   */
  static EngineOptions asOf(FolderBackup backup, Path data) {
    return EngineOptions.at(data).withClock(backup::taken);
  }

  private static UndoReport undo(
      Path data, FolderBackup backup, Instant at, BackupProgress progress) {
    progress.at("undoing changes after " + at, 0, 0);
    try (var engine = Engine.open(asOf(backup, data))) {
      return engine.undoTo(at);
    }
  }

  /** Nothing is ever overwritten. */
  private static void requireUnused(Path place) throws IOException {
    if (!Files.exists(place)) return;
    if (!Files.isDirectory(place)) throw new BackupException(place + " is a file.");
    try (var entries = Files.newDirectoryStream(place)) {
      if (entries.iterator().hasNext()) {
        throw new BackupException(
            place + " is not empty. Nothing was changed; name a new folder, or move it away.");
      }
    }
  }
}

package dev.trestle.app.backup;

import dev.trestle.engine.EngineBackups;
import dev.trestle.engine.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The complete backups in a folder, to be listed, verified and restored. The format is described in
 * docs/formats/backup.md.
 *
 * <p>Any number of processes may read while one adds or deletes backups: the files of a complete
 * backup never change. A backup that is deleted while it is read fails with a message that says so.
 */
public final class StoredBackups implements AutoCloseable {
  static final String FORMAT_FILE = "FORMAT";
  static final String FORMAT = "trestle-backup 1";

  private final Path folder;
  private final EngineBackups tables;
  private final CopiedFiles files;
  private final Manifests manifests;

  StoredBackups(Path folder) {
    this.folder = folder;
    this.tables = EngineBackups.open(folder.resolve("tables"));
    this.files = new CopiedFiles(folder.resolve("files"));
    this.manifests = new Manifests(folder.resolve("manifests"));
  }

  /** Whether a folder contains backups. */
  public static boolean isAt(Path folder) {
    try {
      var file = folder.resolve(FORMAT_FILE);
      return Files.exists(file) && Files.readString(file).startsWith("trestle-backup");
    } catch (IOException e) {
      return false;
    }
  }

  /** Opens a folder of backups. Those that are completed from now on are not seen. */
  public static StoredBackups open(Path folder) {
    try {
      requireFormat(folder);
      return new StoredBackups(folder);
    } catch (IOException e) {
      throw new BackupException("cannot read the backups in " + folder + ": " + e, e);
    }
  }

  static void requireFormat(Path folder) throws IOException {
    var file = folder.resolve(FORMAT_FILE);
    if (!Files.exists(file)) throw new BackupException(folder + " contains no backups.");
    var found = Files.readString(file).strip();
    if (!found.equals(FORMAT)) {
      throw new BackupException(
          "%s has format '%s', but this version reads '%s'.".formatted(folder, found, FORMAT));
    }
  }

  EngineBackups tables() {
    return tables;
  }

  CopiedFiles files() {
    return files;
  }

  Manifests manifests() {
    return manifests;
  }

  /** Returns the complete backups, oldest first. */
  public List<FolderBackup> list() {
    try {
      var present = tables.list();
      return manifests.all().stream()
          .filter(backup -> present.stream().anyMatch(each -> each.id() == backup.id()))
          .toList();
    } catch (IOException e) {
      throw new BackupException("cannot read the backups in " + folder + ": " + e, e);
    }
  }

  /** Returns the newest backup. */
  public FolderBackup newest() {
    var all = list();
    if (all.isEmpty()) throw new BackupException(folder + " has no backup yet.");
    return all.getLast();
  }

  /** Returns the first backup that was taken at or after a time, so that its log has that time. */
  public FolderBackup firstAfter(Instant time) {
    return list().stream()
        .filter(backup -> !backup.taken().isBefore(time))
        .findFirst()
        .orElseThrow(() ->
            new BackupException(
                "%s has no backup from after %s, so it does not contain that time."
                    .formatted(folder, time)));
  }

  /** Returns the backup with this id. */
  public FolderBackup withId(int id) {
    return list().stream()
        .filter(backup -> backup.id() == id)
        .findFirst()
        .orElseThrow(() -> new BackupException(folder + " has no backup " + id + "."));
  }

  /** Copies a backup to an empty folder and checks all checksums. */
  void copyTo(FolderBackup backup, Path data, BackupProgress progress) throws IOException {
    copyTables(backup, data, progress);
    int done = 0;
    for (var file : backup.files()) {
      progress.at("copying files", done++, backup.files().size());
      try {
        files.restore(file, data);
      } catch (BackupException e) {
        requirePresent(backup, e);
        throw e;
      }
    }
  }

  /** Copies the tables of a backup to an empty folder and checks their checksums. */
  void copyTables(FolderBackup backup, Path data, BackupProgress progress) {
    try (var _ = new CopyWatch(data, "copying tables", backup.tableBytes(), progress)) {
      tables.restore(backup.id(), data);
    } catch (StorageException e) {
      requirePresent(backup, e);
      throw e;
    }
  }

  /** Tells a backup that was deleted while it was read from one that is damaged. */
  private void requirePresent(FolderBackup backup, RuntimeException failure) {
    if (manifests.has(backup.id())) return;
    throw new BackupException(
        "Backup %d was deleted while it was read. Choose a newer one of %s."
            .formatted(backup.id(), folder),
        failure);
  }

  /** Returns what is wrong with the files of a backup, apart from its tables. */
  List<String> damagedFiles(FolderBackup backup) throws IOException {
    var damaged = new ArrayList<String>();
    for (var file : backup.files()) {
      try {
        files.verify(file);
      } catch (BackupException e) {
        requirePresent(backup, e);
        damaged.add(String.valueOf(e.getMessage()));
      }
    }
    return damaged;
  }

  @Override
  public void close() {
    tables.close();
  }
}

package dev.trestle.app.backup;

import dev.trestle.engine.EngineBackup;
import dev.trestle.engine.EngineBackups;
import dev.trestle.engine.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

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

  /** The backups that were complete before their tables were looked for. */
  private final Set<Integer> expected;

  StoredBackups(Path folder) throws IOException {
    this.folder = folder;
    this.files = new CopiedFiles(folder.resolve("files"));
    this.manifests = new Manifests(folder.resolve("manifests"));
    this.expected =
        manifests.all().stream().map(FolderBackup::id).collect(Collectors.toUnmodifiableSet());
    this.tables = EngineBackups.open(folder.resolve("tables"));
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

  /** Returns the complete backups, oldest first, without those that {@link #newest} refuses. */
  public List<FolderBackup> list() {
    var present = present();
    return complete().stream().filter(backup -> present.contains(backup.id())).toList();
  }

  /** Returns the complete backups, oldest first, also those that lack files of their tables. */
  List<FolderBackup> complete() {
    try {
      var present = present();
      return manifests.all().stream()
          .filter(backup -> expected.contains(backup.id()) || present.contains(backup.id()))
          .toList();
    } catch (IOException e) {
      throw new BackupException("cannot read the backups in " + folder + ": " + e, e);
    }
  }

  /** RocksDB leaves out backups of which files are missing. */
  private Set<Integer> present() {
    return tables.list().stream().map(EngineBackup::id).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns the newest backup.
   *
   * @throws BackupException if there is none, or if it is damaged: an older one must not be taken
   *     for it
   */
  public FolderBackup newest() {
    var all = complete();
    if (all.isEmpty()) throw new BackupException(folder + " has no backup yet.");
    return whole(all.getLast());
  }

  /**
   * Returns the first backup that was taken at or after a time, so that its log has that time.
   *
   * @throws BackupException if there is none, or if it is damaged
   */
  public FolderBackup firstAfter(Instant time) {
    return complete().stream()
        .filter(backup -> !backup.taken().isBefore(time))
        .findFirst()
        .map(this::whole)
        .orElseThrow(() ->
            new BackupException(
                "%s has no backup from after %s, so it does not contain that time."
                    .formatted(folder, time)));
  }

  /**
   * Returns the backup with this id.
   *
   * @throws BackupException if there is none, or if it is damaged
   */
  public FolderBackup withId(int id) {
    return complete().stream()
        .filter(backup -> backup.id() == id)
        .findFirst()
        .map(this::whole)
        .orElseThrow(() -> new BackupException(folder + " has no backup " + id + "."));
  }

  private FolderBackup whole(FolderBackup backup) {
    if (present().contains(backup.id())) return backup;
    var others = list().stream().map(each -> Integer.toString(each.id())).toList();
    throw new BackupException(
        "Backup %d of %s is damaged: it lacks files of its tables. %s"
            .formatted(
                backup.id(),
                backup.taken(),
                others.isEmpty()
                    ? folder + " has no other backup."
                    : "restore --id takes another one: " + String.join(", ", others) + "."));
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

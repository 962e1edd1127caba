package dev.trestle.app.backup;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineBackups;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A folder of backups of one data folder. The format is described in docs/formats/backup.md. Only
 * one process uses it at a time.
 */
public final class BackupTarget implements AutoCloseable {
  private static final String FORMAT_FILE = "FORMAT";
  private static final String FORMAT = "trestle-backup 1";
  private static final String LOCK_FILE = "backup.lock";
  private static final String OWNER_ONLY = "rwx------";

  private final Path folder;
  private final FileChannel channel;
  private final FileLock lock;
  private final EngineBackups tables;
  private final CopiedFiles files;
  private final Manifests manifests;

  private BackupTarget(Path folder, FileChannel channel, FileLock lock) {
    this.folder = folder;
    this.channel = channel;
    this.lock = lock;
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

  /** Opens a folder of backups. A folder that does not exist or is empty becomes one. */
  public static BackupTarget create(Path folder) {
    return open(folder, true);
  }

  /** Opens an existing folder of backups. */
  public static BackupTarget open(Path folder) {
    return open(folder, false);
  }

  private static BackupTarget open(Path folder, boolean mayCreate) {
    try {
      if (!Files.exists(folder.resolve(FORMAT_FILE))) {
        if (!mayCreate) throw new BackupException(folder + " contains no backups.");
        prepare(folder);
      }
      var found = Files.readString(folder.resolve(FORMAT_FILE)).strip();
      if (!found.equals(FORMAT)) {
        throw new BackupException(
            "%s has format '%s', but this version reads '%s'.".formatted(folder, found, FORMAT));
      }
      var channel =
          FileChannel.open(
              folder.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      var lock = tryLock(channel);
      if (lock == null) {
        channel.close();
        throw new BackupException(folder + " is being used by another backup or restore.");
      }
      return new BackupTarget(folder, channel, lock);
    } catch (IOException e) {
      throw new BackupException("cannot use " + folder + " for backups: " + e, e);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  /** Backups contain secrets, so only their owner may read the folder. */
  private static void prepare(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (var entries = Files.newDirectoryStream(folder)) {
        for (var entry : entries) {
          throw new BackupException(
              "%s contains other files (%s, …) but no backups. Choose an empty folder."
                  .formatted(folder, entry.getFileName()));
        }
      }
    }
    Files.createDirectories(folder);
    try {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(OWNER_ONLY));
    } catch (UnsupportedOperationException e) {
      // A file system without permissions.
    }
    SyncedFiles.replace(
        folder.resolve(FORMAT_FILE), (FORMAT + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Backs up an engine and the other files of its folder.
   *
   * @param except what is not copied
   */
  public FolderBackup add(
      Engine engine, Path data, Set<Path> except, InstantSource clock, BackupProgress progress) {
    try {
      removeUnfinished();
      var taken = clock.instant().truncatedTo(ChronoUnit.MILLIS);
      long start = System.nanoTime();
      long total =
          engine.stats().storage().families().stream()
              .mapToLong(family -> family.fileBytes() + family.memoryBytes())
              .sum();
      int id;
      long bytes;
      try (var _ = new CopyWatch(folder.resolve("tables"), "copying tables", total, progress)) {
        var backup = tables.create(engine);
        id = backup.id();
        bytes = backup.bytes();
      }
      progress.at("copying files", 0, 0);
      var copied = files.copy(data, except);
      long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
      var backup = new FolderBackup(id, taken, millis, bytes, copied);
      manifests.add(backup);
      return backup;
    } catch (IOException e) {
      throw new BackupException("the backup to " + folder + " failed: " + e, e);
    }
  }

  private void removeUnfinished() throws IOException {
    tables.removeUnfinished();
    var complete = manifests.all();
    for (var backup : tables.list()) {
      if (complete.stream().noneMatch(each -> each.id() == backup.id())) tables.delete(backup.id());
    }
    files.keepOnly(complete);
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
      files.restore(file, data);
    }
  }

  /** Copies the tables of a backup to an empty folder and checks their checksums. */
  void copyTables(FolderBackup backup, Path data, BackupProgress progress) {
    try (var _ = new CopyWatch(data, "copying tables", backup.tableBytes(), progress)) {
      tables.restore(backup.id(), data);
    }
  }

  /** Returns what is wrong with the files of a backup, apart from its tables. */
  List<String> damagedFiles(FolderBackup backup) throws IOException {
    var damaged = new ArrayList<String>();
    for (var file : backup.files()) {
      try {
        files.verify(file);
      } catch (BackupException e) {
        damaged.add(String.valueOf(e.getMessage()));
      }
    }
    return damaged;
  }

  /** Deletes the backups that were taken before a time, but never the newest one. */
  public List<FolderBackup> deleteBefore(Instant time) {
    var all = list();
    if (all.isEmpty()) return List.of();
    var old =
        all.subList(0, all.size() - 1).stream()
            .filter(backup -> backup.taken().isBefore(time))
            .toList();
    try {
      for (var backup : old) {
        manifests.remove(backup.id());
        tables.delete(backup.id());
      }
      if (!old.isEmpty()) files.keepOnly(manifests.all());
      return old;
    } catch (IOException e) {
      throw new BackupException("cannot delete old backups in " + folder + ": " + e, e);
    }
  }

  @Override
  public void close() {
    try (channel) {
      tables.close();
      lock.release();
    } catch (IOException e) {
      throw new BackupException("cannot release " + folder, e);
    }
  }
}

package dev.trestle.app.backup;

import dev.trestle.engine.Engine;
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
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A folder of backups of one data folder, to which some are added and from which old ones are
 * deleted. Only one process does that at a time; {@link StoredBackups} reads meanwhile.
 */
final class BackupTarget implements AutoCloseable {
  private static final String LOCK_FILE = "backup.lock";
  private static final String OWNER_ONLY = "rwx------";

  private final Path folder;
  private final FileChannel channel;
  private final FileLock lock;
  private final StoredBackups stored;

  private BackupTarget(Path folder, FileChannel channel, FileLock lock) throws IOException {
    this.folder = folder;
    this.channel = channel;
    this.lock = lock;
    this.stored = new StoredBackups(folder);
  }

  /** Opens a folder of backups. A folder that does not exist or is empty becomes one. */
  static BackupTarget create(Path folder) {
    return open(folder, true);
  }

  /** Opens an existing folder of backups. */
  static BackupTarget open(Path folder) {
    return open(folder, false);
  }

  private static BackupTarget open(Path folder, boolean mayCreate) {
    try {
      if (mayCreate && !Files.exists(folder.resolve(StoredBackups.FORMAT_FILE))) prepare(folder);
      StoredBackups.requireFormat(folder);
      var channel =
          FileChannel.open(
              folder.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        var lock = tryLock(channel);
        if (lock != null) return new BackupTarget(folder, channel, lock);
        throw new BackupException(folder + " is being used by another backup.");
      } catch (IOException | RuntimeException | Error e) {
        channel.close();
        throw e;
      }
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
    SyncedFiles.createFolders(folder);
    try {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(OWNER_ONLY));
    } catch (UnsupportedOperationException e) {
      // A file system without permissions.
    }
    SyncedFiles.replace(
        folder.resolve(StoredBackups.FORMAT_FILE),
        (StoredBackups.FORMAT + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Backs up an engine and the other files of its folder.
   *
   * @param except what is not copied
   */
  FolderBackup add(
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
        var backup = stored.tables().create(engine);
        id = backup.id();
        bytes = backup.bytes();
      }
      progress.at("copying files", 0, 0);
      var copied = stored.files().copy(data, except, progress);
      long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
      var backup = new FolderBackup(id, taken, millis, bytes, copied);
      stored.manifests().add(backup);
      return backup;
    } catch (IOException e) {
      throw new BackupException("the backup to " + folder + " failed: " + e, e);
    }
  }

  private void removeUnfinished() throws IOException {
    stored.tables().removeUnfinished();
    var complete = stored.manifests().all();
    for (var backup : stored.tables().list()) {
      boolean isComplete = complete.stream().anyMatch(each -> each.id() == backup.id());
      if (!isComplete) stored.tables().delete(backup.id());
    }
    stored.files().keepOnly(complete);
  }

  /** Returns the complete backups, oldest first. */
  List<FolderBackup> list() {
    return stored.list();
  }

  /** Deletes the backups that were taken before a time, but never the newest usable one. */
  List<FolderBackup> deleteBefore(Instant time) {
    var usable = list();
    if (usable.isEmpty()) return List.of();
    var old =
        stored.complete().stream()
            .filter(backup -> !backup.equals(usable.getLast()) && backup.taken().isBefore(time))
            .toList();
    try {
      for (var backup : old) {
        stored.manifests().remove(backup.id());
        // The next backup removes what is left of the tables of a damaged one.
        if (usable.contains(backup)) stored.tables().delete(backup.id());
      }
      if (!old.isEmpty()) stored.files().keepOnly(stored.manifests().all());
      return old;
    } catch (IOException e) {
      throw new BackupException("cannot delete old backups in " + folder + ": " + e, e);
    }
  }

  @Override
  public void close() {
    try (channel) {
      stored.close();
      lock.release();
    } catch (IOException e) {
      throw new BackupException("cannot release " + folder, e);
    }
  }
}

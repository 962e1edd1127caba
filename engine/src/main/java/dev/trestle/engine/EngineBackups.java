package dev.trestle.engine;

import dev.trestle.engine.storage.BackupFolder;
import java.nio.file.Path;
import java.util.List;

/**
 * The backups of an engine in a folder. Backups share files, so each one copies only what is new.
 * Not thread-safe. Callers ensure that only one process changes a folder at a time; others may read
 * complete backups meanwhile.
 */
public final class EngineBackups implements AutoCloseable {
  private final BackupFolder folder;

  private EngineBackups(BackupFolder folder) {
    this.folder = folder;
  }

  /** Opens the backups in a folder, which is created if necessary. */
  public static EngineBackups open(Path folder) {
    return new EngineBackups(BackupFolder.open(folder));
  }

  /**
   * Backs up an engine while it is in use. The backup has all writes acknowledged before the call,
   * and of each request everything or nothing.
   *
   * @throws IllegalArgumentException if its data is in memory: without a write-ahead log, a backup
   *     could have a part of a request
   */
  public EngineBackup create(Engine engine) {
    var storage = engine.storage();
    if (storage.databaseFolder().isEmpty()) {
      throw new IllegalArgumentException("an engine in memory cannot be backed up");
    }
    storage.enter();
    try {
      return folder.create(storage);
    } finally {
      storage.leave();
    }
  }

  /** Returns the complete backups, oldest first. */
  public List<EngineBackup> list() {
    return folder.list();
  }

  /**
   * Creates a data folder from a backup and checks the files' checksums. The folder must not
   * contain data; it cannot be opened before the copy is complete.
   */
  public void restore(int id, Path data) {
    folder.restore(id, data);
  }

  /** Deletes a backup, and the files that no other backup has. */
  public void delete(int id) {
    folder.delete(id);
  }

  /** Removes the files of a backup that was not completed. */
  public void removeUnfinished() {
    folder.collectGarbage();
  }

  @Override
  public void close() {
    folder.close();
  }
}

package dev.trestle.engine.storage;

import dev.trestle.engine.EngineBackup;
import dev.trestle.engine.StorageException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.BackupEngine;
import org.rocksdb.BackupEngineOptions;
import org.rocksdb.BackupInfo;
import org.rocksdb.Env;
import org.rocksdb.RestoreOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Backups of a database in a folder, made by RocksDB. They share the files they have in common. */
public final class BackupFolder implements AutoCloseable {
  static {
    RocksDB.loadLibrary();
  }

  private static final Logger LOG = System.getLogger(BackupFolder.class.getName());

  private final BackupLinks links;
  private final BackupEngineOptions options;
  private final BackupEngine backups;

  private BackupFolder(BackupLinks links, BackupEngineOptions options, BackupEngine backups) {
    this.links = links;
    this.options = options;
    this.backups = backups;
  }

  public static BackupFolder open(Path folder) {
    try {
      DataFolder.createSynced(folder);
      return open(folder, BackupLinks.to(folder));
    } catch (IOException e) {
      throw new StorageException("cannot use " + folder + ": " + e, e);
    }
  }

  private static BackupFolder open(Path folder, BackupLinks links) {
    // Files are shared by the session that wrote them, not by name: after a restore, two databases
    // write different files with the same name.
    var options =
        new BackupEngineOptions(links.folder().toString())
            .setShareTableFiles(true)
            .setShareFilesWithChecksum(true)
            .setSync(true);
    try {
      return new BackupFolder(links, options, BackupEngine.open(Env.getDefault(), options));
    } catch (RocksDBException e) {
      options.close();
      remove(links);
      throw failed("the backups in " + folder + " cannot be opened", e);
    }
  }

  /** Backs up a database. The caller has entered the storage. */
  public EngineBackup create(Storage storage) {
    try {
      storage.backUp(backups);
      return list().getLast();
    } catch (RocksDBException e) {
      throw failed("the backup failed", e);
    }
  }

  /** Returns the backups, oldest first. */
  public List<EngineBackup> list() {
    int[] damaged = backups.getCorruptedBackups();
    return backups.getBackupInfo().stream()
        .filter(info -> Arrays.stream(damaged).noneMatch(id -> id == info.backupId()))
        .map(BackupFolder::of)
        .toList();
  }

  private static EngineBackup of(BackupInfo info) {
    return new EngineBackup(
        info.backupId(), Instant.ofEpochSecond(info.timestamp()), info.size(), info.numberFiles());
  }

  /** Creates a data folder from a backup. */
  public void restore(int id, Path data) {
    var folder = DataFolder.claimForRestore(data);
    try (var restoring = new RestoreOptions(false)) {
      var database = folder.database().toString();
      backups.restoreDbFromBackup(id, database, database, restoring);
      // A backup may have no write-ahead log; opening it creates one.
      RocksDatabase.openRestored(folder.database()).close();
      folder.completeRestore();
    } catch (RocksDBException e) {
      throw failed("restoring backup " + id + " failed", e);
    } finally {
      folder.close();
    }
  }

  public void delete(int id) {
    try {
      backups.deleteBackup(id);
    } catch (RocksDBException e) {
      throw failed("backup " + id + " cannot be deleted", e);
    }
  }

  /** Removes files that belong to no backup. */
  public void collectGarbage() {
    try {
      backups.garbageCollect();
    } catch (RocksDBException e) {
      throw failed("files of an unfinished backup cannot be removed", e);
    }
  }

  private static StorageException failed(String what, RocksDBException e) {
    return new StorageException(what + ": " + e.getMessage(), e);
  }

  @Override
  public void close() {
    backups.close();
    options.close();
    remove(links);
  }

  private static void remove(BackupLinks links) {
    try {
      links.close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "A temporary folder of links cannot be removed", e);
    }
  }
}

package dev.trestle.engine;

import java.nio.file.Path;

/**
 * Named points where a test may make the engine throw, wait or die. In production nothing happens
 * there.
 */
public interface FaultPoints {
  FaultPoints NONE = name -> {};

  /** On the committing thread, before a group of writes goes to RocksDB. */
  String COMMIT_BEFORE_WRITE = "commit.before-write";

  /** On the committing thread, after the write (and its fsync), before the writers are notified. */
  String COMMIT_AFTER_WRITE = "commit.after-write";

  /** After each chunk of items when an index is built. */
  String BACKFILL_CHUNK = "backfill.chunk";

  /** Before a created, changed or deleted table is written to the catalog. */
  String CATALOG_BEFORE_WRITE = "catalog.before-write";

  /** After the catalog was written, before the request returns. */
  String CATALOG_AFTER_WRITE = "catalog.after-write";

  /** Before the items of a deleted table are removed. */
  String PURGE_CHUNK = "purge.chunk";

  /** Before some items of a table are copied to a backup. */
  String BACKUP_CHUNK = "backup.chunk";

  /** Before some items are written to a restored table. */
  String RESTORE_CHUNK = "restore.chunk";

  /** Before the writes of some imported items are awaited. */
  String IMPORT_CHUNK = "import.chunk";

  /** Before some old records are removed from a stream or a recovery log. */
  String TRIM_CHUNK = "trim.chunk";

  /** After all items of a restored or imported table were written, before it becomes usable. */
  String RESTORE_FINISH = "restore.finish";

  /** After all items of an export were written, before it becomes visible. */
  String EXPORT_FINISH = "export.finish";

  /** Before memory is flushed because reverse reads have become slow. */
  String FLUSH = "flush.before";

  /** After a batch of expired items was removed. */
  String SWEEP_CHUNK = "sweep.chunk";

  /** Called when execution reaches the named point. */
  void reached(String name);

  /** Returns whether {@link #synced} is to be called. That has a cost at each fsync. */
  default boolean watchesSyncs() {
    return false;
  }

  /**
   * Called by the thread that made a file durable, before any writer is notified. Everything in the
   * file now survives a power cut. RocksDB reports this itself, so it does not depend on what the
   * engine believes it asked for.
   */
  default void synced(Path file) {}
}

package dev.trestle.engine.storage;

import java.nio.file.Path;

/**
 * Named places where a test may make the engine throw, wait or die. Each name is a constant here;
 * in production nothing happens at any of them.
 */
public interface FaultPoints {
  FaultPoints NONE = name -> {};

  /** On the committing thread, before a group of writes goes to RocksDB. */
  String COMMIT_BEFORE_WRITE = "commit.before-write";

  /** On the committing thread, after the write (and its fsync), before anybody is told. */
  String COMMIT_AFTER_WRITE = "commit.after-write";

  /** After each chunk of items that a new index was built from. */
  String BACKFILL_CHUNK = "backfill.chunk";

  /** Before the catalog's entry of a created, changed or deleted table is written. */
  String CATALOG_BEFORE_WRITE = "catalog.before-write";

  /** After it was written, before the request is answered. */
  String CATALOG_AFTER_WRITE = "catalog.after-write";

  /** Before a deleted table's items are removed. */
  String PURGE_CHUNK = "purge.chunk";

  /** After a batch of expired items was removed. */
  String SWEEP_CHUNK = "sweep.chunk";

  /** Called whenever execution passes the named place. */
  void reached(String name);

  /** Whether {@link #synced} wants to be called, which costs something at each fsync. */
  default boolean watchesSyncs() {
    return false;
  }

  /**
   * Called by the thread that made a file durable, before anybody is told: all that is in the file
   * now survives a power cut. This comes from RocksDB's own report of its fsync, not from what the
   * engine believes it asked for.
   */
  default void synced(Path file) {}
}

package dev.trestle.engine.storage;

import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;

/** The state of the database at one moment. Held no longer than one request. */
public final class Snapshot implements AutoCloseable {
  private final RocksDB db;
  private final org.rocksdb.Snapshot pinned;
  private final ReadOptions options;

  Snapshot(RocksDB db) {
    this.db = db;
    this.pinned = db.getSnapshot();
    this.options = new ReadOptions().setSnapshot(pinned);
  }

  ReadOptions options() {
    return options;
  }

  org.rocksdb.Snapshot pinned() {
    return pinned;
  }

  @Override
  public void close() {
    options.close();
    db.releaseSnapshot(pinned);
    pinned.close();
  }
}

package dev.trestle.engine.storage;

import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;

/** The database as it was at one moment. Held only as long as one request. */
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

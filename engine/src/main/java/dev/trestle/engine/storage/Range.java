package dev.trestle.engine.storage;

import java.util.Optional;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * Walks the entries of a family from one key (included) to another (excluded), or back. It sees the
 * database as it was when it was made.
 */
public final class Range implements AutoCloseable {
  private final Slice lower;
  private final Slice upper;
  private final ReadOptions options;
  private final RocksIterator entries;
  private final boolean reverse;
  private final MemtableRelief relief;
  private boolean started;

  Range(
      RocksDB db,
      ColumnFamilyHandle family,
      byte[] from,
      byte[] to,
      boolean reverse,
      Optional<Snapshot> snapshot,
      MemtableRelief relief) {
    this.lower = new Slice(from);
    this.upper = new Slice(to);
    this.options = new ReadOptions().setIterateLowerBound(lower).setIterateUpperBound(upper);
    snapshot.ifPresent(at -> options.setSnapshot(at.pinned()));
    this.entries = db.newIterator(family, options);
    this.reverse = reverse;
    this.relief = relief;
  }

  /** Steps to the first or following entry; false when there is none. */
  public boolean next() {
    if (!started) {
      started = true;
      if (reverse) entries.seekToLast();
      else entries.seekToFirst();
    } else if (reverse) {
      entries.prev();
    } else {
      entries.next();
    }
    if (entries.isValid()) {
      if (reverse) relief.readBackwards();
      return true;
    }
    try {
      entries.status();
      return false;
    } catch (RocksDBException e) {
      throw new StorageException("a range could not be read: " + e.getMessage(), e);
    }
  }

  public byte[] key() {
    return entries.key();
  }

  public byte[] value() {
    return entries.value();
  }

  @Override
  public void close() {
    entries.close();
    options.close();
    upper.close();
    lower.close();
  }
}

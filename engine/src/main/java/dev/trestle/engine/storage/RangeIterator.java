package dev.trestle.engine.storage;

import dev.trestle.engine.StorageException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * Iterates over the entries of a column family from one key (inclusive) to another (exclusive),
 * forward or in reverse. It sees the database as it was when the iterator was created.
 */
public final class RangeIterator implements AutoCloseable {
  private final byte[] from;

  /** Where reading in reverse ends; reading forward starts at {@code from}. */
  private final @Nullable Slice lower;

  private final Slice upper;
  private final ReadOptions options;
  private final RocksIterator entries;
  private final boolean reverse;
  private final FlushTrigger flushTrigger;
  private final Function<RocksDBException, StorageException> readFailed;
  private boolean started;

  RangeIterator(
      RocksDB db,
      ColumnFamilyHandle handle,
      int prefixBytes,
      byte[] from,
      byte[] to,
      boolean reverse,
      Optional<Snapshot> snapshot,
      FlushTrigger flushTrigger,
      Function<RocksDBException, StorageException> readFailed) {
    this.from = from;
    this.lower = reverse ? new Slice(from) : null;
    this.upper = new Slice(to);
    this.options = new ReadOptions().setIterateUpperBound(upper);
    if (lower != null) options.setIterateLowerBound(lower);
    snapshot.ifPresent(at -> options.setSnapshot(at.pinned()));
    // Without it, RocksDB leaves out the files whose filter does not have the prefix of the seek.
    if (reverse || !haveOnePrefix(from, to, prefixBytes)) options.setTotalOrderSeek(true);
    this.entries = db.newIterator(handle, options);
    this.reverse = reverse;
    this.flushTrigger = flushTrigger;
    this.readFailed = readFailed;
  }

  private static boolean haveOnePrefix(byte[] from, byte[] to, int bytes) {
    return from.length >= bytes
        && to.length >= bytes
        && Arrays.equals(from, 0, bytes, to, 0, bytes);
  }

  /** Moves to the next entry. Returns false if there is none. */
  public boolean next() {
    if (!started) {
      started = true;
      if (reverse) entries.seekToLast();
      else entries.seek(from);
    } else if (reverse) {
      entries.prev();
    } else {
      entries.next();
    }
    if (entries.isValid()) {
      if (reverse) flushTrigger.countReverseRead();
      return true;
    }
    try {
      entries.status();
      return false;
    } catch (RocksDBException e) {
      throw readFailed.apply(e);
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
    if (lower != null) lower.close();
  }
}

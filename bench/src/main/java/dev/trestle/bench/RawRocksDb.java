package dev.trestle.bench;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** RocksDB doing the same work on its own, to measure what the engine adds. */
final class RawRocksDb implements BenchTarget {
  static {
    RocksDB.loadLibrary();
  }

  private final Options options =
      new Options()
          .setCreateIfMissing(true)
          .setWriteBufferSize(16L << 20)
          .setTableFormatConfig(
              new BlockBasedTableConfig()
                  .setBlockCache(new LRUCache(64L << 20))
                  .setFilterPolicy(new BloomFilter(10)));
  private final WriteOptions writes;
  private final ReadOptions reads = new ReadOptions();
  private final RocksDB db;

  RawRocksDb(Path folder, boolean durable) {
    writes = new WriteOptions().setSync(durable);
    try {
      db = RocksDB.open(options, folder.toString());
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String name() {
    return "raw RocksDB";
  }

  @Override
  public void put(int item, String payload) {
    try {
      db.put(writes, key(item), payload.getBytes(StandardCharsets.UTF_8));
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void get(int item) {
    try {
      if (db.get(reads, key(item)) == null) throw new IllegalStateException("lost " + item);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void query(int partition) {
    var from = key(partition * ROWS);
    var to = key(partition * ROWS + ROWS - 1);
    to[to.length - 1]++;
    int rows = 0;
    try (var lower = new Slice(from);
        var upper = new Slice(to);
        var bounds = new ReadOptions().setIterateLowerBound(lower).setIterateUpperBound(upper);
        var range = db.newIterator(bounds)) {
      for (range.seekToFirst(); range.isValid(); range.next()) {
        if (range.key().length > 0 && range.value().length > 0) rows++;
      }
    }
    if (rows != ROWS) throw new IllegalStateException(rows + " rows");
  }

  @Override
  public void count(int counter) {
    var key = ("counter" + counter).getBytes(StandardCharsets.UTF_8);
    try {
      var old = db.get(reads, key);
      long count = old == null ? 0 : Long.parseLong(new String(old, StandardCharsets.UTF_8));
      db.put(writes, key, Long.toString(count + 1).getBytes(StandardCharsets.UTF_8));
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void transact(int first, int second, String payload) {
    batch(new int[] {first, second}, payload);
  }

  @Override
  public void batch(int[] items, String payload) {
    try (var batch = new WriteBatch()) {
      for (int item : items) batch.put(key(item), payload.getBytes(StandardCharsets.UTF_8));
      db.write(writes, batch);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] key(int item) {
    var key = "p0000000/00".getBytes(StandardCharsets.UTF_8);
    int partition = item / ROWS;
    for (int at = 7; at > 0; at--, partition /= 10) key[at] += (byte) (partition % 10);
    key[9] += (byte) (item % ROWS / 10);
    key[10] += (byte) (item % ROWS % 10);
    return key;
  }

  @Override
  public void close() {
    db.close();
    reads.close();
    writes.close();
    options.close();
  }
}

package dev.trestle.engine.write;

import dev.trestle.engine.capacity.ItemCollectionMetrics;
import dev.trestle.engine.refusal.Refusal.ItemCollectionSizeLimitExceededException;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits the size of item collections: all items and local index entries with the same partition
 * key. Only tables with local indexes have this limit. Sizes are RocksDB's estimates, so the limit
 * is approximate. A collection is measured again after a hundredth of the limit was written to it.
 *
 * <p>While a whole table is below the limit, only the table is measured. An estimate takes longer
 * than a write, and a table with many small collections would need one for each of them.
 */
public final class ItemCollections {
  private static final double GIGABYTE = 1L << 30;
  private static final int REMEMBERED_MAX = 4096;
  private static final int MEASUREMENTS_PER_LIMIT = 100;

  private final Storage storage;
  private final long bytesMax;

  /** Guards {@code unmeasured}. */
  private final ReentrantLock lock = new ReentrantLock();

  /** Bytes that may be written before the next measurement, by collection. */
  private final Map<Long, Long> unmeasured =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
          return size() > REMEMBERED_MAX;
        }
      };

  /** Bytes that may be written before a small table is measured again, by table. */
  private final Map<Integer, AtomicLong> smallTables = new ConcurrentHashMap<>();

  private final Set<Integer> largeTables = ConcurrentHashMap.newKeySet();

  public ItemCollections(Storage storage, long bytesMax) {
    this.storage = storage;
    this.bytesMax = bytesMax;
  }

  /** Refuses a write that its collection has no room for. */
  public void checkRoom(TableDefinition table, byte[] itemKey, int bytes) {
    if (table.localIndexes().isEmpty() || isSmall(table, bytes)) return;
    long collection = StoredKeys.hash(itemKey) ^ table.id();
    if (countDown(collection, bytes) > 0) return;
    long size = bytes(table, partition(table, itemKey)) + bytes;
    if (size > bytesMax) throw new ItemCollectionSizeLimitExceededException();
    lock.lock();
    try {
      unmeasured.put(collection, bytesMax / MEASUREMENTS_PER_LIMIT);
    } finally {
      lock.unlock();
    }
  }

  /** Returns how many bytes may still be written before the collection is measured again. */
  private long countDown(long collection, int bytes) {
    lock.lock();
    try {
      long left = unmeasured.getOrDefault(collection, 0L) - bytes;
      unmeasured.put(collection, left);
      return left;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns whether the whole table is smaller than the limit of one collection. Once it is larger,
   * it stays large.
   */
  private boolean isSmall(TableDefinition table, int bytes) {
    if (largeTables.contains(table.id())) return false;
    var left = smallTables.computeIfAbsent(table.id(), ignored -> new AtomicLong());
    if (left.addAndGet(-bytes) > 0) return true;
    long step = bytesMax / MEASUREMENTS_PER_LIMIT;
    if (wholeBytes(table) + bytes > bytesMax - step) {
      largeTables.add(table.id());
      smallTables.remove(table.id());
      return false;
    }
    left.set(step);
    return true;
  }

  public ItemCollectionMetrics measure(TableDefinition table, byte[] itemKey) {
    var partition = partition(table, itemKey);
    double lower = Math.floor(bytes(table, partition) / GIGABYTE);
    var key = Item.of(table.keys().partitionKey().name(), partition);
    return new ItemCollectionMetrics(key, lower, lower + 1);
  }

  /**
   * Returns the approximate share of a table's items that has this partition key, from 0 to 1. It
   * is a share and not a size, because RocksDB's estimates are of compressed data.
   */
  public double share(TableDefinition table, Value partition) {
    double bytes = bytes(ColumnFamily.ITEMS, StoredKeys.itemPartition(table.id(), partition));
    double allBytes = bytes(ColumnFamily.ITEMS, StoredKeys.ofId(table.id()));
    return allBytes > 0 ? Math.min(1, bytes / allBytes) : 0;
  }

  private static Value partition(TableDefinition table, byte[] itemKey) {
    return Value.ofContent(
        table.keys().partitionKey().type(), StoredKeys.partitionContent(itemKey));
  }

  private long bytes(TableDefinition table, Value partition) {
    long bytes = bytes(ColumnFamily.ITEMS, StoredKeys.itemPartition(table.id(), partition));
    for (var index : table.localIndexes()) {
      bytes += bytes(ColumnFamily.INDEX, StoredKeys.itemPartition(index.id(), partition));
    }
    return bytes;
  }

  /** Returns the size of all items and local index entries. */
  private long wholeBytes(TableDefinition table) {
    long bytes = bytes(ColumnFamily.ITEMS, StoredKeys.ofId(table.id()));
    for (var index : table.localIndexes())
      bytes += bytes(ColumnFamily.INDEX, StoredKeys.ofId(index.id()));
    return bytes;
  }

  private long bytes(ColumnFamily family, byte[] prefix) {
    return storage.approximateBytes(family, prefix, StoredKeys.afterPrefix(prefix));
  }
}

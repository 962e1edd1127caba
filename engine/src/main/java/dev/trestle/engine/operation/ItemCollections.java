package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ItemCollectionMetrics;
import dev.trestle.engine.refusal.Refusal.ItemCollectionSizeLimitExceededException;
import dev.trestle.engine.storage.Family;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Item collections: all items and local index entries with one partition key. Only tables with
 * local indexes have a limit on them. Sizes are RocksDB's estimates, so the limit is met about, not
 * to the byte; a collection is measured anew after a hundredth of the limit was written to it. As
 * long as a table as a whole is below the limit only the table is measured: an estimate takes
 * longer than the write it is for, and a table of many small collections would need one each time.
 */
public final class ItemCollections {
  private static final double GIGABYTE = 1L << 30;
  private static final int REMEMBERED_MAX = 4096;
  private static final int MEASUREMENTS_PER_LIMIT = 100;

  private final Storage storage;
  private final long bytesMax;

  /** Bytes that may be written before the next measurement; guarded by this object's lock. */
  private final Map<Long, Long> unmeasured =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
          return size() > REMEMBERED_MAX;
        }
      };

  /** By table, while it is small: bytes that may be written before it is measured again. */
  private final Map<Integer, AtomicLong> smallTables = new ConcurrentHashMap<>();

  private final Set<Integer> largeTables = ConcurrentHashMap.newKeySet();

  public ItemCollections(Storage storage, long bytesMax) {
    this.storage = storage;
    this.bytesMax = bytesMax;
  }

  /** Refuses an item that its collection has no room for. */
  void checkRoom(TableDefinition table, byte[] itemKey, int bytes) {
    if (table.localIndexes().isEmpty() || isSmall(table, bytes)) return;
    long collection = Keys.hash(itemKey) ^ table.id();
    synchronized (unmeasured) {
      long left = unmeasured.getOrDefault(collection, 0L) - bytes;
      unmeasured.put(collection, left);
      if (left > 0) return;
    }
    long size = bytes(table, partition(table, itemKey)) + bytes;
    if (size > bytesMax) throw new ItemCollectionSizeLimitExceededException();
    synchronized (unmeasured) {
      unmeasured.put(collection, bytesMax / MEASUREMENTS_PER_LIMIT);
    }
  }

  /** Whether all of the table is less than one collection may be. Once it was not, it is large. */
  private boolean isSmall(TableDefinition table, int bytes) {
    if (largeTables.contains(table.id())) return false;
    var left = smallTables.computeIfAbsent(table.id(), _ -> new AtomicLong());
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

  ItemCollectionMetrics measure(TableDefinition table, byte[] itemKey) {
    var partition = partition(table, itemKey);
    double lower = Math.floor(bytes(table, partition) / GIGABYTE);
    var key = Item.of(table.keys().partitionKey().name(), partition);
    return new ItemCollectionMetrics(key, lower, lower + 1);
  }

  /**
   * About which part of a table's items has this partition key, from 0 to 1. A part, since what
   * RocksDB estimates is compressed.
   */
  public double share(TableDefinition table, Value partition) {
    double bytes = bytes(Family.ITEMS, Keys.itemPartition(table.id(), partition));
    double allBytes = bytes(Family.ITEMS, Keys.ofId(table.id()));
    return allBytes > 0 ? Math.min(1, bytes / allBytes) : 0;
  }

  private static Value partition(TableDefinition table, byte[] itemKey) {
    return Value.ofContent(table.keys().partitionKey().type(), Keys.partitionContent(itemKey));
  }

  private long bytes(TableDefinition table, Value partition) {
    long bytes = bytes(Family.ITEMS, Keys.itemPartition(table.id(), partition));
    for (var index : table.localIndexes()) {
      bytes += bytes(Family.INDEX, Keys.itemPartition(index.id(), partition));
    }
    return bytes;
  }

  /** All items and entries of local indexes. */
  private long wholeBytes(TableDefinition table) {
    long bytes = bytes(Family.ITEMS, Keys.ofId(table.id()));
    for (var index : table.localIndexes()) bytes += bytes(Family.INDEX, Keys.ofId(index.id()));
    return bytes;
  }

  private long bytes(Family family, byte[] prefix) {
    return storage.approximateBytes(family, prefix, Keys.behind(prefix));
  }
}

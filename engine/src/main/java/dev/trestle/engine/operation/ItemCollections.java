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

/**
 * Item collections: all items and local index entries with one partition key. Only tables with
 * local indexes have a limit on them. Sizes are RocksDB's estimates, so the limit is met about, not
 * to the byte; a collection is measured anew after a hundredth of the limit was written to it.
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

  public ItemCollections(Storage storage, long bytesMax) {
    this.storage = storage;
    this.bytesMax = bytesMax;
  }

  /** Refuses an item that its collection has no room for. */
  void checkRoom(TableDefinition table, byte[] itemKey, int bytes) {
    if (table.localIndexes().isEmpty()) return;
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
    var items = Keys.itemPartition(table.id(), partition);
    var all = Keys.ofId(table.id());
    double bytes = storage.approximateBytes(Family.ITEMS, items, Keys.behind(items));
    double allBytes = storage.approximateBytes(Family.ITEMS, all, Keys.behind(all));
    return allBytes > 0 ? Math.min(1, bytes / allBytes) : 0;
  }

  private static Value partition(TableDefinition table, byte[] itemKey) {
    return Value.ofContent(table.keys().partitionKey().type(), Keys.partitionContent(itemKey));
  }

  private long bytes(TableDefinition table, Value partition) {
    var items = Keys.itemPartition(table.id(), partition);
    long bytes = storage.approximateBytes(Family.ITEMS, items, Keys.behind(items));
    for (var index : table.localIndexes()) {
      var entries = Keys.itemPartition(index.id(), partition);
      bytes += storage.approximateBytes(Family.INDEX, entries, Keys.behind(entries));
    }
    return bytes;
  }
}

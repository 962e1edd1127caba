package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ItemCollectionMetrics;
import dev.trestle.engine.storage.Family;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.Item;
import dev.trestle.item.Value;

/** Sizes of item collections: all items and local index entries with one partition key. */
final class ItemCollections {
  private static final double GIGABYTE = 1L << 30;

  private ItemCollections() {}

  static ItemCollectionMetrics measure(Storage storage, TableDefinition table, byte[] itemKey) {
    var attribute = table.keys().partitionKey();
    var partition = Value.ofContent(attribute.type(), Keys.partitionContent(itemKey));
    double gigabytes = bytes(storage, table, partition) / GIGABYTE;
    double lower = Math.floor(gigabytes);
    return new ItemCollectionMetrics(
        Item.of(attribute.name(), partition), lower, lower + 1);
  }

  private static long bytes(Storage storage, TableDefinition table, Value partition) {
    var items = Keys.itemPartition(table.id(), partition);
    long bytes = storage.approximateBytes(Family.ITEMS, items, Keys.behind(items));
    for (var index : table.localIndexes()) {
      var entries = Keys.itemPartition(index.id(), partition);
      bytes += storage.approximateBytes(Family.INDEX, entries, Keys.behind(entries));
    }
    return bytes;
  }
}

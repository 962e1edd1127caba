package dev.trestle.engine.write;

import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Mutation;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.item.Item;
import java.util.Optional;

/** Writes many items into a table that nobody else uses yet, so it needs no locks or log. */
public final class ItemLoader {
  private static final int CHUNK_BYTES = 1 << 20;

  private final Storage storage;
  private final OpenTable table;
  private final FaultPoints faults;
  private Mutation mutation;
  private long bytes;

  public ItemLoader(Storage storage, OpenTable table, FaultPoints faults) {
    this.storage = storage;
    this.table = table;
    this.faults = faults;
    this.mutation = storage.mutation();
  }

  /** Adds an item that the table does not have yet. */
  public void add(Item item) {
    var definition = table.definition();
    mutation.put(ColumnFamily.ITEMS, StoredKeys.item(definition, item), item.bytes());
    table.count(1, item.size());
    for (var index : definition.indexes()) {
      IndexEntries.change(mutation, table, definition, index, Optional.empty(), Optional.of(item));
    }
    bytes += item.bytes().length;
    if (bytes >= CHUNK_BYTES) flush();
  }

  /** Writes what was added. */
  public void flush() {
    if (mutation.isEmpty()) return;
    faults.reached(FaultPoints.RESTORE_CHUNK);
    storage.commit(mutation);
    mutation = storage.mutation();
    bytes = 0;
  }
}

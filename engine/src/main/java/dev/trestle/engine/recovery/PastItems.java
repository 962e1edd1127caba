package dev.trestle.engine.recovery;

import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Mutation;
import dev.trestle.engine.storage.RangeIterator;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.stream.ItemChange;
import dev.trestle.engine.stream.RecoveryLog;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.Item;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The items of a table at a past time. An item's value then is the old image of its first change
 * after that time, or its present value if there was no change.
 *
 * <p>The old images are first copied to temporary entries in the order of items, newest change
 * first, so that the oldest one stays. Then both are read side by side. So the memory needed does
 * not depend on the number of changes.
 */
final class PastItems {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final byte[] ABSENT = new byte[0];

  private final Storage storage;
  private final TableDefinition table;
  private final Snapshot snapshot;
  private final int temporaryId;

  /**
   * Reads a table.
   *
   * @param snapshot the table and its log as they are now
   * @param temporaryId the id for temporary entries
   */
  PastItems(Storage storage, TableDefinition table, Snapshot snapshot, int temporaryId) {
    this.storage = storage;
    this.table = table;
    this.snapshot = snapshot;
    this.temporaryId = temporaryId;
  }

  /** Passes on each item. Returns false if it was stopped before the last one. */
  boolean forEach(Instant at, BooleanSupplier stopping, Consumer<Item> items) {
    return copyOldImages(at, stopping) && merge(stopping, items);
  }

  /**
   * Passes on each item that has changed since, with its value at that time. Returns false if it
   * was stopped before the last one.
   */
  boolean forEachChanged(
      Instant at, BooleanSupplier stopping, BiConsumer<byte[], Optional<Item>> items) {
    if (!copyOldImages(at, stopping)) return false;
    try (var past = entries(ColumnFamily.INDEX, temporaryId, Optional.empty())) {
      while (past.next()) {
        if (stopping.getAsBoolean()) return false;
        var value = past.value();
        var item = value.length > 0 ? Optional.of(Item.ofBytes(value)) : Optional.<Item>empty();
        items.accept(StoredKeys.withId(past.key(), table.id()), item);
      }
    }
    return true;
  }

  private boolean copyOldImages(Instant at, BooleanSupplier stopping) {
    var writer = new Writer();
    var log = new RecoveryLog(storage, table.recovery().orElseThrow().logId());
    log.newestFirst(
        snapshot,
        table.keys(),
        at,
        (time, change) -> {
          writer.put(change);
          return !stopping.getAsBoolean();
        });
    writer.flush();
    return !stopping.getAsBoolean();
  }

  private boolean merge(BooleanSupplier stopping, Consumer<Item> items) {
    try (var present = entries(ColumnFamily.ITEMS, table.id(), Optional.of(snapshot));
        var past = entries(ColumnFamily.INDEX, temporaryId, Optional.empty())) {
      boolean hasPresent = present.next();
      boolean hasPast = past.next();
      while (hasPresent || hasPast) {
        if (stopping.getAsBoolean()) return false;
        int order = order(hasPresent, present, hasPast, past);
        var value = order < 0 ? present.value() : past.value();
        if (value.length > 0) items.accept(Item.ofBytes(value));
        if (order <= 0) hasPresent = present.next();
        if (order >= 0) hasPast = past.next();
      }
      return true;
    }
  }

  private static int order(
      boolean hasPresent, RangeIterator present, boolean hasPast, RangeIterator past) {
    if (!hasPast) return -1;
    if (!hasPresent) return 1;
    return StoredKeys.compareWithoutIds(present.key(), past.key());
  }

  private RangeIterator entries(ColumnFamily family, int id, Optional<Snapshot> at) {
    return storage.range(family, StoredKeys.ofId(id), StoredKeys.ofId(id + 1), false, at);
  }

  /** Writes the temporary entries. A later put of the same item replaces an earlier one. */
  private final class Writer {
    private Mutation mutation = storage.mutation();
    private long bytes;

    void put(ItemChange change) {
      var key = StoredKeys.withId(StoredKeys.item(table, change.key()), temporaryId);
      var value = change.oldImage().map(Item::bytes).orElse(ABSENT);
      mutation.put(ColumnFamily.INDEX, key, value);
      bytes += key.length + value.length;
      if (bytes >= CHUNK_BYTES) flush();
    }

    void flush() {
      if (mutation.isEmpty()) return;
      storage.commit(mutation);
      mutation = storage.mutation();
      bytes = 0;
    }
  }
}

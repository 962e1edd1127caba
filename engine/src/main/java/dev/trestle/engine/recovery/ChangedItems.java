package dev.trestle.engine.recovery;

import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Mutation;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.stream.ItemChange;
import dev.trestle.engine.stream.RecoveryLog;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.transfer.ExportedChange;
import dev.trestle.item.Item;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The items of a table that changed between two times, each with its value before the first and
 * after the last of these changes.
 *
 * <p>The log is read once, newest change first, and old images are copied to temporary entries, so
 * that the oldest one stays. For changes after the end of the period this is the item's value at
 * that end; for changes in the period, its value at the beginning, stored with the time of the
 * newest change. So the memory needed does not depend on the number of changes.
 */
final class ChangedItems {
  private static final int CHUNK_BYTES = 1 << 20;

  private final Storage storage;
  private final TableDefinition table;
  private final Snapshot snapshot;
  private final int atBeginId;
  private final int atEndId;

  /** The times in the entries of the current mutation, which {@link Storage#get} does not see. */
  private final Map<ByteBuffer, Long> pendingTimes = new HashMap<>();

  private Mutation mutation;
  private long bytes;

  /**
   * Reads a table.
   *
   * @param snapshot the table and its log as they are now
   * @param atBeginId an id for temporary entries
   * @param atEndId another one
   */
  ChangedItems(
      Storage storage, TableDefinition table, Snapshot snapshot, int atBeginId, int atEndId) {
    this.storage = storage;
    this.table = table;
    this.snapshot = snapshot;
    this.atBeginId = atBeginId;
    this.atEndId = atEndId;
    this.mutation = storage.mutation();
  }

  /**
   * Passes on each item that changed, also with its old image. Items that were created and deleted
   * in the period are left out.
   *
   * @param from the first time of the period
   * @param to the first time after the period
   * @return false if it was stopped before the last one
   */
  boolean forEach(
      Instant from, Instant to, BooleanSupplier stopping, Consumer<ExportedChange> changes) {
    var log = new RecoveryLog(storage, table.recovery().orElseThrow().logId());
    log.newestFirst(
        snapshot,
        table.keys(),
        from.minusMillis(1),
        (time, change) -> {
          if (time.isBefore(to)) putAtBegin(time, change);
          else putAtEnd(change);
          return !stopping.getAsBoolean();
        });
    flush();
    return !stopping.getAsBoolean() && read(stopping, changes);
  }

  private void putAtEnd(ItemChange change) {
    put(StoredKeys.withId(StoredKeys.item(table, change.key()), atEndId), image(change));
  }

  private void putAtBegin(Instant time, ItemChange change) {
    var key = StoredKeys.withId(StoredKeys.item(table, change.key()), atBeginId);
    var image = image(change);
    long newest = newestTime(key, time);
    pendingTimes.put(ByteBuffer.wrap(key), newest);
    put(key, ByteBuffer.allocate(Long.BYTES + image.length).putLong(newest).put(image).array());
  }

  private long newestTime(byte[] key, Instant time) {
    var pending = pendingTimes.get(ByteBuffer.wrap(key));
    if (pending != null) return pending;
    var stored = storage.get(ColumnFamily.INDEX, key);
    return stored == null ? time.toEpochMilli() : ByteBuffer.wrap(stored).getLong();
  }

  private static byte[] image(ItemChange change) {
    return change.oldImage().map(Item::bytes).orElseGet(() -> new byte[0]);
  }

  private void put(byte[] key, byte[] value) {
    mutation.put(ColumnFamily.INDEX, key, value);
    bytes += key.length + value.length;
    if (bytes >= CHUNK_BYTES) flush();
  }

  private void flush() {
    if (mutation.isEmpty()) return;
    storage.commit(mutation);
    mutation = storage.mutation();
    pendingTimes.clear();
    bytes = 0;
  }

  private boolean read(BooleanSupplier stopping, Consumer<ExportedChange> changes) {
    try (var begin =
        storage.range(
            ColumnFamily.INDEX,
            StoredKeys.ofId(atBeginId),
            StoredKeys.ofId(atBeginId + 1),
            false)) {
      while (begin.next()) {
        if (stopping.getAsBoolean()) return false;
        var value = ByteBuffer.wrap(begin.value());
        var written = Instant.ofEpochMilli(value.getLong());
        var before = new byte[value.remaining()];
        value.get(before);
        var oldImage = item(before);
        var newImage = item(atEnd(begin.key()));
        var either = newImage.or(() -> oldImage);
        if (either.isEmpty()) continue;
        var key = either.get().only(table.keys().names());
        changes.accept(new ExportedChange(written, key, oldImage, newImage));
      }
    }
    return true;
  }

  private byte @Nullable [] atEnd(byte[] key) {
    var changedLater = storage.get(ColumnFamily.INDEX, StoredKeys.withId(key, atEndId));
    if (changedLater != null) return changedLater;
    return storage.get(ColumnFamily.ITEMS, StoredKeys.withId(key, table.id()), snapshot);
  }

  private static Optional<Item> item(byte @Nullable [] image) {
    return image == null || image.length == 0 ? Optional.empty() : Optional.of(Item.ofBytes(image));
  }
}

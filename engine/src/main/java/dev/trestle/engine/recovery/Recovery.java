package dev.trestle.engine.recovery;

import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.StorageException;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.InternalServerError;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Mutation;
import dev.trestle.engine.storage.RangeIterator;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.stream.RecoveryLog;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.RecoverySettings;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableBackup;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.transfer.ExportedChange;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.engine.write.ItemLoader;
import dev.trestle.engine.write.ItemWrites;
import dev.trestle.engine.write.ItemWrites.PendingWrite;
import dev.trestle.item.Item;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Copies items to restored tables and backups, in the background. If that fails, the table or the
 * backup is removed, as it is if the engine is closed meanwhile.
 */
public final class Recovery {
  private static final Logger LOG = System.getLogger(Recovery.class.getName());

  /** How much is written by one mutation, or awaited together. Items have up to 400 KB. */
  private static final int CHUNK_BYTES = 1 << 20;

  private final Storage storage;
  private final Catalog catalog;
  private final ItemWrites writes;
  private final FaultPoints faults;
  private final Supplier<Instant> now;

  public Recovery(OperationContext context) {
    this.storage = context.storage();
    this.catalog = context.catalog();
    this.writes = context.writes();
    this.faults = context.faults();
    this.now = context::now;
  }

  /**
   * Returns the earliest time to which a table can be restored. It follows from the period, unless
   * that was shorter before: what was removed meanwhile does not come back.
   */
  public Instant earliest(RecoverySettings recovery) {
    var ofPeriod = recovery.earliest(now.get());
    var ofLog = new RecoveryLog(storage, recovery.logId()).completeSince();
    return ofLog.isAfter(ofPeriod) ? ofLog : ofPeriod;
  }

  /**
   * Fills a restored table with the items that another table had at a time, and closes the snapshot
   * that has them. If this throws, the snapshot stays open.
   */
  public void restore(OpenTable target, PinnedTable source, Instant at) {
    catalog.inBackground(
        "Restoring a table",
        stopping -> {
          try (var snapshot = source.snapshot()) {
            var loader = new ItemLoader(storage, target, faults);
            boolean isComplete =
                forEachPast(source.definition(), snapshot, at, stopping, loader::add);
            if (isComplete) finish(target, loader);
          }
        },
        why -> abandon(target, why));
  }

  /** Passes on each item of a past time. Returns false if it was stopped before the last one. */
  boolean forEachPast(
      TableDefinition source,
      Snapshot snapshot,
      Instant at,
      BooleanSupplier stopping,
      Consumer<Item> items) {
    int temporaryId = catalog.temporaryId();
    try {
      return new PastItems(storage, source, snapshot, temporaryId).forEach(at, stopping, items);
    } finally {
      catalog.drop(temporaryId);
    }
  }

  /**
   * Passes on each item that changed from a time until before another. Returns false if it was
   * stopped before the last one.
   */
  boolean forEachChanged(
      TableDefinition source,
      Snapshot snapshot,
      Instant from,
      Instant to,
      BooleanSupplier stopping,
      Consumer<ExportedChange> changes) {
    int atBeginId = catalog.temporaryId();
    int atEndId = catalog.temporaryId();
    try {
      return new ChangedItems(storage, source, snapshot, atBeginId, atEndId)
          .forEach(from, to, stopping, changes);
    } finally {
      catalog.drop(atBeginId);
      catalog.drop(atEndId);
    }
  }

  /**
   * Fills a restored table with the items of a backup, and closes the snapshot that has them. If
   * this throws, the snapshot stays open.
   */
  public void restore(OpenTable target, TableBackup backup, Snapshot snapshot) {
    catalog.inBackground(
        "Restoring a table from a backup",
        stopping -> {
          try (snapshot) {
            var loader = new ItemLoader(storage, target, faults);
            if (load(backup.itemsId(), snapshot, loader, stopping)) finish(target, loader);
          }
        },
        why -> abandon(target, why));
  }

  private void finish(OpenTable target, ItemLoader loader) {
    loader.flush();
    catalog.finishRestore(target);
  }

  /** Frees the name of a table that cannot be restored. Whoever waits for it learns of it so. */
  private void abandon(OpenTable target, Throwable why) {
    try {
      catalog.abandon(target);
    } finally {
      // Not before: without files, logging throws as well.
      LOG.log(Level.WARNING, "A table could not be restored and is removed", why);
    }
  }

  private boolean load(
      int itemsId, Snapshot snapshot, ItemLoader loader, BooleanSupplier stopping) {
    try (var range = items(itemsId, snapshot)) {
      while (range.next()) {
        if (stopping.getAsBoolean()) return false;
        loader.add(Item.ofBytes(range.value()));
      }
    }
    return true;
  }

  /**
   * Copies a table's items to a backup that the catalog already lists, and closes the snapshot that
   * has them. If this throws, the snapshot stays open.
   */
  public void backUp(TableBackup backup, Snapshot snapshot) {
    int sourceId = backup.table().id();
    catalog.inBackground(
        "Backing up a table",
        stopping -> {
          try (snapshot) {
            if (copy(sourceId, backup.itemsId(), snapshot, stopping))
              catalog.completeBackup(backup);
          }
        },
        why -> abandon(backup, why));
  }

  private void abandon(TableBackup backup, Throwable why) {
    try {
      catalog.deleteBackup(backup);
    } finally {
      LOG.log(Level.WARNING, "A table could not be backed up, so there is no backup", why);
    }
  }

  private boolean copy(int fromId, int toId, Snapshot snapshot, BooleanSupplier stopping) {
    var mutation = storage.mutation();
    int bytes = 0;
    try (var range = items(fromId, snapshot)) {
      while (range.next()) {
        var key = StoredKeys.withId(range.key(), toId);
        var item = range.value();
        mutation.put(ColumnFamily.ITEMS, key, item);
        bytes += key.length + item.length;
        if (bytes < CHUNK_BYTES) continue;
        commitCopy(mutation);
        mutation = storage.mutation();
        bytes = 0;
        if (stopping.getAsBoolean()) return false;
      }
    }
    if (!mutation.isEmpty()) commitCopy(mutation);
    return true;
  }

  private void commitCopy(Mutation mutation) {
    faults.reached(FaultPoints.BACKUP_CHUNK);
    storage.commit(mutation);
  }

  private RangeIterator items(int id, Snapshot snapshot) {
    return storage.range(
        ColumnFamily.ITEMS,
        StoredKeys.ofId(id),
        StoredKeys.ofId(id + 1),
        false,
        Optional.of(snapshot));
  }

  /**
   * Undoes all changes of a table since a time. It does so by ordinary writes, which are recorded
   * in the table's stream and recovery log, so that it can itself be undone.
   *
   * @throws StorageException if the disk fails; then a part of it is undone
   */
  public void undo(OpenTable table, Instant at) {
    int temporaryId = catalog.temporaryId();
    try (var snapshot = storage.snapshot()) {
      var past = new PastItems(storage, table.definition(), snapshot, temporaryId);
      var pending = new PendingUndo();
      past.forEachChanged(
          at,
          () -> false,
          (key, item) ->
              pending.add(
                  writes.begin(new ItemAction(table, key, present -> item)),
                  key.length + item.map(Item::size).orElse(0)));
      pending.await();
    } catch (InternalServerError e) {
      throw new StorageException(String.valueOf(e.getMessage()), e);
    } finally {
      catalog.drop(temporaryId);
    }
  }

  /** Writes that are under way, and how many bytes of memory they hold. */
  private static final class PendingUndo {
    private final List<PendingWrite> writes = new ArrayList<>();
    private int bytes;

    void add(PendingWrite write, int size) {
      writes.add(write);
      bytes += size;
      if (bytes >= CHUNK_BYTES) await();
    }

    void await() {
      for (var write : writes) write.await();
      writes.clear();
      bytes = 0;
    }
  }

  /** Shortens recovery: no table can be restored to an earlier time than this. */
  public void shorten(Instant time) {
    var earliest = time.truncatedTo(ChronoUnit.MILLIS);
    for (var name : catalog.names()) {
      catalog
          .find(name)
          .filter(table -> table.isUsable() && isRecoverableBefore(table, earliest))
          .ifPresent(table ->
              catalog.alter(
                  table,
                  definition ->
                      definition.toBuilder()
                          .recovery(definition.recovery().map(log -> log.since(earliest)))
                          .build()));
    }
  }

  private static boolean isRecoverableBefore(OpenTable table, Instant earliest) {
    return table
        .definitionIfPresent()
        .flatMap(TableDefinition::recovery)
        .flatMap(RecoverySettings::since)
        .filter(since -> since.isBefore(earliest))
        .isPresent();
  }

  /** Removes log records that are older than their table keeps them, and expired backups. */
  public void trim(Instant now, BooleanSupplier stopping) {
    for (var recovery : catalog.recoveries()) {
      if (recovery.since().isEmpty()) continue;
      var log = new RecoveryLog(storage, recovery.logId());
      while (!stopping.getAsBoolean() && log.trim(recovery.earliest(now), faults)) {}
    }
    for (var backup : catalog.backups()) {
      if (backup.expires().filter(at -> !at.isAfter(now)).isPresent()) catalog.deleteBackup(backup);
    }
  }
}

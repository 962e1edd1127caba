package dev.trestle.engine.recovery;

import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.execution.OperationContext;
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

/**
 * Copies items to restored tables and backups, in the background. If that fails, the table or the
 * backup is removed, as it is if the engine is closed meanwhile.
 */
public final class Recovery {
  private static final Logger LOG = System.getLogger(Recovery.class.getName());
  private static final int CHUNK_ITEMS = 1_000;

  private final Storage storage;
  private final Catalog catalog;
  private final ItemWrites writes;
  private final FaultPoints faults;

  public Recovery(OperationContext context) {
    this.storage = context.storage();
    this.catalog = context.catalog();
    this.writes = context.writes();
    this.faults = context.faults();
  }

  /** Fills a restored table with the items that another table had at a time. */
  public void restore(OpenTable target, TableDefinition source, Instant at) {
    var snapshot = storage.snapshot();
    catalog.inBackground(
        "Restoring a table",
        stopping -> {
          try (snapshot) {
            var loader = new ItemLoader(storage, target, faults);
            if (forEachPast(source, snapshot, at, stopping, loader::add)) finish(target, loader);
          } catch (RuntimeException | Error e) {
            abandon(target, e);
          }
        });
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

  /** Fills a restored table with the items of a backup. */
  public void restore(OpenTable target, TableBackup backup) {
    var snapshot = storage.snapshot();
    catalog.inBackground(
        "Restoring a table from a backup",
        stopping -> {
          try (snapshot) {
            var loader = new ItemLoader(storage, target, faults);
            if (load(backup.itemsId(), snapshot, loader, stopping)) finish(target, loader);
          } catch (RuntimeException | Error e) {
            abandon(target, e);
          }
        });
  }

  private void finish(OpenTable target, ItemLoader loader) {
    loader.flush();
    catalog.finishRestore(target);
  }

  /** Frees the name of a table that cannot be restored. Whoever waits for it learns of it so. */
  private void abandon(OpenTable target, Throwable why) {
    LOG.log(Level.WARNING, "A table could not be restored and is removed", why);
    catalog.abandon(target);
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

  /** Copies a table's items to a backup that the catalog already lists. */
  public void backUp(OpenTable source, TableBackup backup) {
    var snapshot = storage.snapshot();
    int sourceId = source.id();
    catalog.inBackground(
        "Backing up a table",
        stopping -> {
          try (snapshot) {
            if (copy(sourceId, backup.itemsId(), snapshot, stopping))
              catalog.completeBackup(backup);
          } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "A table could not be backed up, so there is no backup", e);
            catalog.deleteBackup(backup);
          }
        });
  }

  private boolean copy(int fromId, int toId, Snapshot snapshot, BooleanSupplier stopping) {
    var mutation = storage.mutation();
    int copied = 0;
    try (var range = items(fromId, snapshot)) {
      while (range.next()) {
        mutation.put(ColumnFamily.ITEMS, StoredKeys.withId(range.key(), toId), range.value());
        if (++copied % CHUNK_ITEMS != 0) continue;
        commitCopy(mutation);
        mutation = storage.mutation();
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
   */
  public void undo(OpenTable table, Instant at) {
    int temporaryId = catalog.temporaryId();
    try (var snapshot = storage.snapshot()) {
      var past = new PastItems(storage, table.definition(), snapshot, temporaryId);
      var pending = new ArrayList<PendingWrite>();
      past.forEachChanged(
          at,
          () -> false,
          (key, item) -> {
            pending.add(writes.begin(new ItemAction(table, key, present -> item)));
            if (pending.size() >= CHUNK_ITEMS) await(pending);
          });
      await(pending);
    }
    catalog.drop(temporaryId);
  }

  private static void await(List<PendingWrite> pending) {
    for (var write : pending) write.await();
    pending.clear();
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

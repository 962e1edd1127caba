package dev.trestle.engine.table;

import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.StorageException;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.storage.Storage;
import dev.trestle.item.Item;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Background work for tables: builds new indexes, removes what belongs to dropped ids, and counts
 * items if the totals were not stored.
 */
final class TableMaintenance {
  /** How many items are processed between checks for stopping, and between stored positions. */
  private static final int CHUNK_ITEMS = 256;

  private final Storage storage;
  private final FaultPoints faults;
  private final CatalogRecords records;
  private final Catalog catalog;
  private final BackgroundTasks background = new BackgroundTasks();
  private volatile @Nullable Reindexing reindexing;
  private volatile boolean counted;

  TableMaintenance(Storage storage, FaultPoints faults, CatalogRecords records, Catalog catalog) {
    this.storage = storage;
    this.faults = faults;
    this.records = records;
    this.catalog = catalog;
  }

  /** Resumes what was unfinished when the engine was closed. */
  void start(Reindexing indexer, List<OpenTable> tables) {
    reindexing = indexer;
    if (tables.isEmpty() || records.isClean()) {
      tables.forEach(records::readTotals);
      counted = true;
    } else {
      recount(tables);
    }
    purge(records.purges());
    for (var table : tables) {
      for (int id : table.definition().unfinished()) backfill(table, id);
    }
  }

  /** Starts the work that a change of a table causes. */
  void changed(OpenTable table, Optional<TableDefinition> before, Optional<TableDefinition> after) {
    purge(dropped(before, after));
    var known = before.map(TableDefinition::unfinished).orElse(List.of());
    for (int id : after.map(TableDefinition::unfinished).orElse(List.of())) {
      if (!known.contains(id)) backfill(table, id);
    }
  }

  /** Returns the ids that a change leaves unused. */
  static List<Integer> dropped(Optional<TableDefinition> before, Optional<TableDefinition> after) {
    var dropped = new ArrayList<>(before.map(TableDefinition::ids).orElse(List.of()));
    after.ifPresent(kept -> dropped.removeAll(kept.ids()));
    return dropped;
  }

  /** Removes all entries with these ids from all column families. */
  void purge(List<Integer> ids) {
    if (ids.isEmpty()) return;
    submit(
        "Removing dropped tables, indexes or streams",
        () -> {
          reindexing().barrier();
          for (int id : ids) {
            if (background.stopping()) return;
            faults.reached(FaultPoints.PURGE_CHUNK);
            var mutation = storage.mutation();
            for (var family : List.of(ColumnFamily.ITEMS, ColumnFamily.INDEX, ColumnFamily.LOG)) {
              mutation.deleteRange(family, StoredKeys.ofId(id), StoredKeys.ofId(id + 1));
            }
            CatalogRecords.deletePurge(mutation, id);
            storage.commit(mutation);
          }
        });
  }

  private void backfill(OpenTable table, int id) {
    submit(
        "Building an index",
        () -> {
          reindexing().barrier();
          // Writes that did not know of the index are queued by now, but the loop below reads from
          // disk. This commit is queued behind them, so after it they are on disk.
          var start = Optional.ofNullable(records.position(id)).orElse(StoredKeys.ofId(table.id()));
          if (!catalog.recordBackfill(table, id, Optional.of(start))) return;
          var from = StoredKeys.successor(start);
          while (!background.stopping()) {
            var keys = itemKeys(table.id(), from);
            if (keys.isEmpty()) {
              countIndex(table, id);
              catalog.recordBackfill(table, id, Optional.empty());
              return;
            }
            if (!reindex(table, keys)) return;
            if (!catalog.recordBackfill(table, id, Optional.of(keys.getLast()))) return;
            faults.reached(FaultPoints.BACKFILL_CHUNK);
            from = StoredKeys.successor(keys.getLast());
          }
        });
  }

  /** Returns whether the table still exists. */
  private boolean reindex(OpenTable table, List<byte[]> keys) {
    try {
      for (var key : keys) reindexing().reindex(table, key);
      return true;
    } catch (ResourceNotFoundException e) {
      return false;
    }
  }

  private List<byte[]> itemKeys(int tableId, byte[] from) {
    var keys = new ArrayList<byte[]>();
    try (var range = storage.range(ColumnFamily.ITEMS, from, StoredKeys.ofId(tableId + 1), false)) {
      while (keys.size() < CHUNK_ITEMS && range.next()) keys.add(range.key());
    }
    return keys;
  }

  /**
   * Counts a new index when it is complete. Until then an entry may be counted by both a writer and
   * the backfill, or by neither. Only writes that are queued at this moment can be counted wrongly.
   */
  private void countIndex(OpenTable table, int id) {
    if (table.definitionIfPresent().flatMap(definition -> definition.index(id)).isEmpty()) return;
    var counter = table.counter(id);
    var before = counter.counts();
    try (var snapshot = storage.snapshot()) {
      count(ColumnFamily.INDEX, id, snapshot)
          .ifPresent(found ->
              counter.add(found.entries() - before.entries(), found.bytes() - before.bytes()));
    }
  }

  /**
   * Counts what existed when the engine was opened. Writers already count their changes, and the
   * sum of both is correct in the end. An index that is being built is counted when it is complete.
   */
  private void recount(List<OpenTable> tables) {
    var snapshot = storage.snapshot();
    var unfinished = new HashSet<Integer>();
    for (var table : tables) unfinished.addAll(table.definition().unfinished());
    submit(
        "Counting items",
        () -> {
          try (snapshot) {
            counted = tables.stream().allMatch(table -> recount(table, unfinished, snapshot));
          }
        });
  }

  private boolean recount(OpenTable table, Set<Integer> unfinished, Snapshot snapshot) {
    var definition = table.definitionIfPresent();
    if (definition.isEmpty()) return true;
    return recount(table, ColumnFamily.ITEMS, table.id(), snapshot)
        && definition.get().indexes().stream()
            .filter(index -> !unfinished.contains(index.id()))
            .allMatch(index -> recount(table, ColumnFamily.INDEX, index.id(), snapshot));
  }

  private boolean recount(OpenTable table, ColumnFamily family, int id, Snapshot snapshot) {
    var found = count(family, id, snapshot);
    found.ifPresent(counts -> table.counter(id).add(counts.entries(), counts.bytes()));
    return found.isPresent();
  }

  /** Counts the entries with an id, or returns empty if stopped before the end. */
  private Optional<SizeCounter.Counts> count(ColumnFamily family, int id, Snapshot snapshot) {
    var at = Optional.of(snapshot);
    long entries = 0;
    long bytes = 0;
    try (var range =
        storage.range(family, StoredKeys.ofId(id), StoredKeys.ofId(id + 1), false, at)) {
      while (range.next()) {
        entries++;
        bytes += Item.ofBytes(range.value()).size();
        if (entries % CHUNK_ITEMS == 0 && background.stopping()) return Optional.empty();
      }
    }
    return Optional.of(new SizeCounter.Counts(entries, bytes));
  }

  private Reindexing reindexing() {
    var indexer = reindexing;
    if (indexer == null) throw new IllegalStateException("the catalog was not started");
    return indexer;
  }

  /**
   * Runs a task that does not resume when the engine is next opened.
   *
   * @param failed told why the task has failed, or why it is not started; then this throws, too
   */
  void run(String name, BackgroundTask task, Consumer<Throwable> failed) {
    Runnable attempt =
        () -> {
          try {
            task.run(background::stopping);
          } catch (IOException | RuntimeException | Error e) {
            failed.accept(e);
          }
        };
    try {
      if (background.offer(name, inStorage(attempt))) return;
      throw new StorageException("the engine is closed");
    } catch (RuntimeException | Error notStarted) {
      failed.accept(notStarted);
      throw notStarted;
    }
  }

  private void submit(String name, Runnable task) {
    background.submit(name, inStorage(task));
  }

  private Runnable inStorage(Runnable task) {
    return () -> {
      storage.enter();
      try {
        task.run();
      } finally {
        storage.leave();
      }
    };
  }

  /** Returns why a task stopped that resumes only when the engine is next opened, if one has. */
  Optional<Throwable> failure() {
    return background.failure();
  }

  void awaitIdle() {
    background.awaitIdle();
  }

  void close(List<OpenTable> tables) {
    background.close();
    if (!counted) return;
    try {
      storage.enter();
    } catch (StorageException e) {
      return; // Already closed.
    }
    try {
      keepTotals(tables);
    } catch (StorageException e) {
      // The disk failed: the next opening counts again.
    } finally {
      storage.leave();
    }
  }

  private void keepTotals(List<OpenTable> tables) {
    long committed = storage.committedNumber();
    var mutation = storage.mutation();
    CatalogRecords.deleteTotals(mutation);
    long changes = 2;
    for (var table : tables) {
      var definition = table.definitionIfPresent();
      if (definition.isEmpty()) continue;
      CatalogRecords.putTotals(mutation, table, definition.get());
      changes++;
    }
    CatalogRecords.putClean(mutation, committed + changes);
    storage.commit(mutation);
  }
}

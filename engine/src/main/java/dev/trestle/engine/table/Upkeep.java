package dev.trestle.engine.table;

import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.storage.Family;
import dev.trestle.engine.storage.FaultPoints;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.storage.StorageException;
import dev.trestle.item.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is done in the background for the tables: entries of new indexes are built, what is kept
 * under dropped numbers is removed, and totals are counted anew where they were not kept.
 */
final class Upkeep {
  /** Items between two looks at whether to stop, and between two positions kept. */
  private static final int CHUNK_ITEMS = 256;

  private final Storage storage;
  private final FaultPoints faults;
  private final CatalogRecords records;
  private final Catalog catalog;
  private final Background background = new Background();
  private volatile @Nullable Reindexing reindexing;
  private volatile boolean counted;

  Upkeep(Storage storage, FaultPoints faults, CatalogRecords records, Catalog catalog) {
    this.storage = storage;
    this.faults = faults;
    this.records = records;
    this.catalog = catalog;
  }

  /** Goes on where the last opening stopped. */
  void start(Reindexing with, List<Table> tables) {
    reindexing = with;
    if (tables.isEmpty() || records.isClean()) {
      tables.forEach(records::readTotals);
      counted = true;
    } else {
      recount(tables);
    }
    var purges = records.purges();
    if (!purges.isEmpty()) purge(purges);
    for (var table : tables) {
      for (int id : table.definition().unfinished()) backfill(table, id);
    }
  }

  /** Begins what a change of a table asks for. */
  void changed(Table table, Optional<TableDefinition> before, Optional<TableDefinition> after) {
    var dropped = dropped(before, after);
    if (!dropped.isEmpty()) purge(dropped);
    var known = before.map(TableDefinition::unfinished).orElse(List.of());
    for (int id : after.map(TableDefinition::unfinished).orElse(List.of())) {
      if (!known.contains(id)) backfill(table, id);
    }
  }

  /** The numbers that a change leaves without use. */
  static List<Integer> dropped(Optional<TableDefinition> before, Optional<TableDefinition> after) {
    var dropped = new ArrayList<>(before.map(TableDefinition::ids).orElse(List.of()));
    after.ifPresent(kept -> dropped.removeAll(kept.ids()));
    return dropped;
  }

  /** Removes everything that is kept under these numbers, in whatever family. */
  void purge(List<Integer> ids) {
    submit(
        "Removing what was dropped",
        () -> {
          reindexing().barrier();
          for (int id : ids) {
            if (background.stopping()) return;
            faults.reached(FaultPoints.PURGE_CHUNK);
            var mutation = storage.mutation();
            for (var family : List.of(Family.ITEMS, Family.INDEX, Family.LOG)) {
              mutation.deleteRange(family, Keys.ofId(id), Keys.ofId(id + 1));
            }
            CatalogRecords.deletePurge(mutation, id);
            storage.commit(mutation);
          }
        });
  }

  private void backfill(Table table, int id) {
    submit(
        "Building an index",
        () -> {
          reindexing().barrier();
          // Writes that did not know of the index are queued by now, but what is read below is the
          // disk. A commit goes behind all of them in the queue: after it they are there.
          var start = Optional.ofNullable(records.position(id)).orElse(Keys.ofId(table.id()));
          if (!catalog.built(table, id, Optional.of(start))) return;
          var from = Keys.next(start);
          while (!background.stopping()) {
            var keys = itemKeys(table.id(), from);
            if (keys.isEmpty()) {
              settle(table, id);
              catalog.built(table, id, Optional.empty());
              return;
            }
            if (!reindex(table, keys)) return;
            if (!catalog.built(table, id, Optional.of(keys.getLast()))) return;
            faults.reached(FaultPoints.BACKFILL_CHUNK);
            from = Keys.next(keys.getLast());
          }
        });
  }

  /** Whether the table was still there. */
  private boolean reindex(Table table, List<byte[]> keys) {
    try {
      for (var key : keys) reindexing().reindex(table, key);
      return true;
    } catch (ResourceNotFoundException _) {
      return false;
    }
  }

  private List<byte[]> itemKeys(int tableId, byte[] from) {
    var keys = new ArrayList<byte[]>();
    try (var range = storage.range(Family.ITEMS, from, Keys.ofId(tableId + 1), false)) {
      while (keys.size() < CHUNK_ITEMS && range.next()) keys.add(range.key());
    }
    return keys;
  }

  /**
   * Counts a new index once it is built: meanwhile writers and the building count the same entries,
   * or neither does. Only writes that are on their way at this moment can be counted wrongly.
   */
  private void settle(Table table, int id) {
    if (table.ifThere().flatMap(definition -> definition.index(id)).isEmpty()) return;
    var tally = table.tally(id);
    var before = tally.sum();
    try (var snapshot = storage.snapshot()) {
      count(Family.INDEX, id, snapshot)
          .ifPresent(found ->
              tally.add(found.entries() - before.entries(), found.bytes() - before.bytes()));
    }
  }

  /**
   * Counts what there was at opening, while writers already count what they change: the sum of both
   * is right in the end.
   */
  private void recount(List<Table> tables) {
    var snapshot = storage.snapshot();
    submit(
        "Counting the items",
        () -> {
          try (snapshot) {
            counted = tables.stream().allMatch(table -> recount(table, snapshot));
          }
        });
  }

  private boolean recount(Table table, Snapshot snapshot) {
    var definition = table.ifThere();
    if (definition.isEmpty()) return true;
    return recount(table, Family.ITEMS, table.id(), snapshot)
        && definition.get().indexes().stream()
            .allMatch(index -> recount(table, Family.INDEX, index.id(), snapshot));
  }

  private boolean recount(Table table, Family family, int id, Snapshot snapshot) {
    var found = count(family, id, snapshot);
    found.ifPresent(sum -> table.tally(id).add(sum.entries(), sum.bytes()));
    return found.isPresent();
  }

  /** What is kept under a number; none when there was no time to count it. */
  private Optional<Tally.Sum> count(Family family, int id, Snapshot snapshot) {
    var at = Optional.of(snapshot);
    long entries = 0;
    long bytes = 0;
    try (var range = storage.range(family, Keys.ofId(id), Keys.ofId(id + 1), false, at)) {
      while (range.next()) {
        entries++;
        bytes += Item.ofBytes(range.value()).size();
        if (entries % CHUNK_ITEMS == 0 && background.stopping()) return Optional.empty();
      }
    }
    return Optional.of(new Tally.Sum(entries, bytes));
  }

  private Reindexing reindexing() {
    var with = reindexing;
    if (with == null) throw new IllegalStateException("the catalog was not started");
    return with;
  }

  private void submit(String name, Runnable task) {
    background.submit(
        name,
        () -> {
          storage.enter();
          try {
            task.run();
          } finally {
            storage.leave();
          }
        });
  }

  void awaitIdle() {
    background.awaitIdle();
  }

  void close(List<Table> tables) {
    background.close();
    if (!counted) return;
    try {
      storage.enter();
    } catch (StorageException _) {
      return; // Closed before.
    }
    try {
      keepTotals(tables);
    } catch (StorageException _) {
      // The disk takes no more: the next opening counts.
    } finally {
      storage.leave();
    }
  }

  private void keepTotals(List<Table> tables) {
    long committed = storage.committedNumber();
    var mutation = storage.mutation();
    CatalogRecords.deleteTotals(mutation);
    long changes = 2;
    for (var table : tables) {
      var definition = table.ifThere();
      if (definition.isEmpty()) continue;
      CatalogRecords.putTotals(mutation, table, definition.get());
      changes++;
    }
    CatalogRecords.putClean(mutation, committed + changes);
    storage.commit(mutation);
  }
}

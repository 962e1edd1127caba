package dev.trestle.engine.recovery;

import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.RangeIterator;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.table.TimeToLive;
import dev.trestle.engine.ttl.Expiry;
import dev.trestle.engine.write.IndexEntries;
import dev.trestle.item.Item;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Compares the items of one table with their keys, index entries and expiry entries. */
final class TableVerification {
  private final Storage storage;
  private final TableDefinition table;
  private final Snapshot snapshot;
  private final BiConsumer<String, String> problems;
  private final Runnable progress;
  private final List<SecondaryIndex> indexes;

  /** How many entries the items should have, by index id. */
  private final Map<Integer, Long> expected = new HashMap<>();

  private long items;
  private long indexEntries;

  TableVerification(
      Storage storage,
      TableDefinition table,
      Snapshot snapshot,
      BiConsumer<String, String> problems,
      Runnable progress) {
    this.storage = storage;
    this.table = table;
    this.snapshot = snapshot;
    this.problems = problems;
    this.progress = progress;
    this.indexes =
        table.indexes().stream()
            .filter(index -> index.state() == SecondaryIndex.State.ACTIVE)
            .toList();
  }

  void run(Instant now) {
    var timeToLive = table.timeToLive().filter(TimeToLive::complete);
    try (var range = entries(ColumnFamily.ITEMS, table.id())) {
      while (range.next()) {
        verify(range.key(), Item.ofBytes(range.value()));
        if (timeToLive.isPresent()) {
          verifyExpiry(timeToLive.get(), range.key(), Item.ofBytes(range.value()), now);
        }
        items++;
        progress.run();
      }
    }
    for (var index : indexes) countEntries(index);
  }

  long items() {
    return items;
  }

  long indexEntries() {
    return indexEntries;
  }

  private void verify(byte[] key, Item item) {
    if (!Arrays.equals(key, StoredKeys.item(table, item))) {
      problem("an item has another key than the one it is stored at");
      return;
    }
    for (var index : indexes) {
      var entry = IndexEntries.entry(table, index, item);
      if (entry.isEmpty()) continue;
      expected.merge(index.id(), 1L, Long::sum);
      var stored = storage.get(ColumnFamily.INDEX, entry.get().key(), snapshot);
      if (stored == null) problem(index, "an item is missing");
      else if (!Arrays.equals(stored, entry.get().shown().bytes())) {
        problem(index, "an entry differs from its item");
      }
    }
  }

  private void verifyExpiry(TimeToLive timeToLive, byte[] key, Item item, Instant now) {
    var at = Expiry.of(item, timeToLive.attribute(), now.getEpochSecond());
    if (at.isEmpty()) return;
    var entry = StoredKeys.expiry(timeToLive.indexId(), at.get(), key);
    if (storage.get(ColumnFamily.INDEX, entry, snapshot) == null) {
      problem("an item with a time to live would not expire");
    }
  }

  /** All items have their entries, so a difference is entries that no item has. */
  private void countEntries(SecondaryIndex index) {
    long found = 0;
    try (var range = entries(ColumnFamily.INDEX, index.id())) {
      while (range.next()) {
        found++;
        indexEntries++;
        progress.run();
      }
    }
    long more = found - expected.getOrDefault(index.id(), 0L);
    if (more > 0) problem(index, "entries without an item: " + more);
  }

  private void problem(String what) {
    problems.accept("table " + table.name(), what);
  }

  private void problem(SecondaryIndex index, String what) {
    problems.accept("index " + index.name() + " of table " + table.name(), what);
  }

  private RangeIterator entries(ColumnFamily family, int id) {
    return storage.range(
        family, StoredKeys.ofId(id), StoredKeys.ofId(id + 1), false, Optional.of(snapshot));
  }
}

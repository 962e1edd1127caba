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

  /** The entries that the items should have, by index id. */
  private final Map<Integer, EntrySum> expected = new HashMap<>();

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
        var item = Item.ofBytes(range.value());
        verify(range.key(), item);
        if (timeToLive.isPresent()) verifyExpiry(timeToLive.get(), range.key(), item, now);
        items++;
        progress.run();
      }
    }
    for (var index : indexes) verify(index);
  }

  long items() {
    return items;
  }

  long indexEntries() {
    return indexEntries;
  }

  private void verify(byte[] key, Item item) {
    if (!isAtItsKey(key, item)) {
      problem("an item has another key than the one it is stored at");
      return;
    }
    for (var index : indexes) {
      var entry = IndexEntries.entry(table, index, item);
      if (entry.isEmpty()) continue;
      expected(index).add(entry.get().key(), entry.get().shown().bytes());
    }
  }

  private EntrySum expected(SecondaryIndex index) {
    return expected.computeIfAbsent(index.id(), ignored -> new EntrySum());
  }

  private boolean isAtItsKey(byte[] key, Item item) {
    return Arrays.equals(key, StoredKeys.item(table, item));
  }

  private void verifyExpiry(TimeToLive timeToLive, byte[] key, Item item, Instant now) {
    var at = Expiry.of(item, timeToLive.attribute(), now.getEpochSecond());
    if (at.isEmpty()) return;
    var entry = StoredKeys.expiry(timeToLive.indexId(), at.get(), key);
    if (storage.get(ColumnFamily.INDEX, entry, snapshot) == null) {
      problem("an item with a time to live would not expire");
    }
  }

  private void verify(SecondaryIndex index) {
    var found = new EntrySum();
    try (var range = entries(ColumnFamily.INDEX, index.id())) {
      while (range.next()) {
        found.add(range.key(), range.value());
        indexEntries++;
        progress.run();
      }
    }
    if (!found.isSameAs(expected(index))) compare(index, found.count());
  }

  /** Looks up the entry of each item, to say what is wrong. */
  private void compare(SecondaryIndex index, long found) {
    try (var range = entries(ColumnFamily.ITEMS, table.id())) {
      while (range.next()) {
        var item = Item.ofBytes(range.value());
        if (!isAtItsKey(range.key(), item)) continue;
        var entry = IndexEntries.entry(table, index, item);
        if (entry.isEmpty()) continue;
        var stored = storage.get(ColumnFamily.INDEX, entry.get().key(), snapshot);
        if (stored == null) problem(index, "an item is missing");
        else if (!Arrays.equals(stored, entry.get().shown().bytes())) {
          problem(index, "an entry differs from its item");
        }
      }
    }
    // If all items have their entries, a difference is entries that no item has.
    long more = found - expected(index).count();
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

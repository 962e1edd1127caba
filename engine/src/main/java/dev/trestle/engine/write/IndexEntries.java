package dev.trestle.engine.write;

import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Mutation;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.IndexProjection.Kind;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.Item;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Writes the entries of one index when an item changes. */
public final class IndexEntries {
  /** An item as an index stores it. */
  public record Entry(byte[] key, Item shown) {}

  private IndexEntries() {}

  /**
   * Adds the change of one index to the mutation.
   *
   * @return the write units that it costs
   */
  static long change(
      Mutation mutation,
      OpenTable table,
      TableDefinition definition,
      SecondaryIndex index,
      Optional<Item> before,
      Optional<Item> after) {
    var old = before.flatMap(item -> entry(definition, index, item));
    var now = after.flatMap(item -> entry(definition, index, item));
    if (old.isEmpty() && now.isEmpty()) return 0;
    boolean moved = old.isEmpty() || now.isEmpty() || !Arrays.equals(old.get().key, now.get().key);
    boolean changed = moved || !old.get().shown.equals(now.get().shown);
    if (moved && old.isPresent()) mutation.delete(ColumnFamily.INDEX, old.get().key);
    if (changed && now.isPresent()) {
      mutation.put(ColumnFamily.INDEX, now.get().key, now.get().shown.bytes());
    }
    int bytesBefore = old.map(entry -> entry.shown.size()).orElse(0);
    int bytesAfter = now.map(entry -> entry.shown.size()).orElse(0);
    table.countIndex(
        index.id(),
        (now.isPresent() ? 1 : 0) - (old.isPresent() ? 1 : 0),
        bytesAfter - bytesBefore);
    return CapacityUnits.indexWrite(bytesBefore, bytesAfter, moved, changed);
  }

  /**
   * Returns the keys of the entries that a change touches: none, one, or the old and the new one.
   */
  public static List<byte[]> touched(
      TableDefinition definition,
      SecondaryIndex index,
      Optional<Item> before,
      Optional<Item> after) {
    var old = before.flatMap(item -> entry(definition, index, item));
    var now = after.flatMap(item -> entry(definition, index, item));
    if (old.isEmpty()) return now.map(Entry::key).stream().toList();
    if (now.isEmpty()) return List.of(old.get().key);
    if (!Arrays.equals(old.get().key, now.get().key)) return List.of(old.get().key, now.get().key);
    return old.get().shown.equals(now.get().shown) ? List.of() : List.of(now.get().key);
  }

  /** Adds the entry of an item if the index does not have it yet. */
  static void add(
      Storage storage,
      Mutation mutation,
      OpenTable table,
      TableDefinition definition,
      SecondaryIndex index,
      Item item) {
    entry(definition, index, item)
        .filter(entry -> storage.get(ColumnFamily.INDEX, entry.key) == null)
        .ifPresent(entry -> {
          mutation.put(ColumnFamily.INDEX, entry.key, entry.shown.bytes());
          table.countIndex(index.id(), 1, entry.shown.size());
        });
  }

  /** Returns the entry of an item, or empty if the index does not have it. */
  public static Optional<Entry> entry(TableDefinition definition, SecondaryIndex index, Item item) {
    return StoredKeys.indexEntry(index, definition.keys(), item)
        .map(key -> new Entry(key, shown(definition, index, item)));
  }

  private static Item shown(TableDefinition definition, SecondaryIndex index, Item item) {
    if (index.projection().kind() == Kind.ALL) return item;
    return item.only(index.projectedNames(definition.keys()));
  }
}

package dev.trestle.engine.write;

import dev.trestle.engine.storage.Family;
import dev.trestle.engine.storage.Mutation;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.IndexProjection.Kind;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.Table;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.Item;
import java.util.Arrays;
import java.util.Optional;

/** What a change of an item means for the entries of one index. */
final class IndexEntries {
  /** An item as an index holds it. */
  private record Entry(byte[] key, Item shown) {}

  private IndexEntries() {}

  /**
   * Adds the change of one index to the mutation.
   *
   * @return the write units it costs
   */
  static long change(
      Mutation mutation,
      Table table,
      TableDefinition definition,
      SecondaryIndex index,
      Optional<Item> before,
      Optional<Item> after) {
    var old = before.flatMap(item -> entry(definition, index, item));
    var now = after.flatMap(item -> entry(definition, index, item));
    if (old.isEmpty() && now.isEmpty()) return 0;
    boolean moved = old.isEmpty() || now.isEmpty() || !Arrays.equals(old.get().key, now.get().key);
    boolean changed = moved || !old.get().shown.equals(now.get().shown);
    if (moved && old.isPresent()) mutation.delete(Family.INDEX, old.get().key);
    if (changed && now.isPresent()) {
      mutation.put(Family.INDEX, now.get().key, now.get().shown.bytes());
    }
    int bytesBefore = old.map(entry -> entry.shown.size()).orElse(0);
    int bytesAfter = now.map(entry -> entry.shown.size()).orElse(0);
    table.countIndex(
        index.id(),
        (now.isPresent() ? 1 : 0) - (old.isPresent() ? 1 : 0),
        bytesAfter - bytesBefore);
    return CapacityUnits.indexWrite(bytesBefore, bytesAfter, moved, changed);
  }

  /** Writes the entry of an item that an index does not have yet. */
  static void add(
      Storage storage,
      Mutation mutation,
      Table table,
      TableDefinition definition,
      SecondaryIndex index,
      Item item) {
    entry(definition, index, item)
        .filter(entry -> storage.get(Family.INDEX, entry.key) == null)
        .ifPresent(entry -> {
          mutation.put(Family.INDEX, entry.key, entry.shown.bytes());
          table.countIndex(index.id(), 1, entry.shown.size());
        });
  }

  private static Optional<Entry> entry(
      TableDefinition definition, SecondaryIndex index, Item item) {
    return Keys.indexEntry(index, definition.keys(), item)
        .map(key -> new Entry(key, shown(definition, index, item)));
  }

  private static Item shown(TableDefinition definition, SecondaryIndex index, Item item) {
    if (index.projection().kind() == Kind.ALL) return item;
    return item.only(index.projectedNames(definition.keys()));
  }
}

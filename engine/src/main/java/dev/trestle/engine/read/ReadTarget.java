package dev.trestle.engine.read;

import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.table.IndexProjection.Kind;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.Item;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** What a query or scan reads: a table or one of its indexes. */
public record ReadTarget(TableDefinition table, Optional<SecondaryIndex> index) {
  public static ReadTarget of(TableDefinition table) {
    return new ReadTarget(table, Optional.empty());
  }

  public static ReadTarget of(TableDefinition table, SecondaryIndex index) {
    return new ReadTarget(table, Optional.of(index));
  }

  /** Returns the id with which stored keys begin. */
  public int id() {
    return index.map(SecondaryIndex::id).orElse(table.id());
  }

  ColumnFamily family() {
    return index.isPresent() ? ColumnFamily.INDEX : ColumnFamily.ITEMS;
  }

  /** Returns the key that is queried and that orders the results. */
  public KeySchema keys() {
    return index.map(SecondaryIndex::keys).orElse(table.keys());
  }

  public boolean isGlobal() {
    return index.isPresent() && index.get().isGlobal();
  }

  /** Returns whether all attributes of an item can be read here, without going to the table. */
  public boolean projectsAll() {
    return index.isEmpty() || index.get().projection().kind() == Kind.ALL;
  }

  /** Returns the attributes that can be read here, if not {@link #projectsAll all}. */
  public Set<String> projectedNames() {
    return index.orElseThrow().projectedNames(table.keys());
  }

  /** Returns the attributes of a page's last key: the table's key, then the index's. */
  public Set<String> positionNames() {
    var names = new LinkedHashSet<>(table.keys().names());
    index.ifPresent(found -> names.addAll(found.keys().names()));
    return names;
  }

  /** Returns the stored key for these attributes, which must include {@link #positionNames}. */
  public byte[] position(Item item) {
    if (index.isEmpty()) return StoredKeys.item(table, item);
    return StoredKeys.indexEntry(index.get(), table.keys(), item)
        .orElseThrow(() -> new IllegalStateException("not a position in the index"));
  }
}

package dev.trestle.engine.read;

import dev.trestle.engine.storage.Family;
import dev.trestle.engine.table.IndexProjection.Kind;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.Item;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** What a query or scan reads: a table, or one of its indexes. */
public record Source(TableDefinition table, Optional<SecondaryIndex> index) {
  public static Source of(TableDefinition table) {
    return new Source(table, Optional.empty());
  }

  public static Source of(TableDefinition table, SecondaryIndex index) {
    return new Source(table, Optional.of(index));
  }

  /** The number that stored keys begin with. */
  public int id() {
    return index.map(SecondaryIndex::id).orElse(table.id());
  }

  Family family() {
    return index.isPresent() ? Family.INDEX : Family.ITEMS;
  }

  /** The key that is queried and that orders what is read. */
  public KeySchema keys() {
    return index.map(SecondaryIndex::keys).orElse(table.keys());
  }

  public boolean isGlobal() {
    return index.isPresent() && index.get().isGlobal();
  }

  /** Whether everything an item has can be read here without going to the table. */
  public boolean showsAll() {
    return index.isEmpty() || index.get().projection().kind() == Kind.ALL;
  }

  /** The attributes that can be read here, where that is not {@link #showsAll all}. */
  public Set<String> shownNames() {
    return index.orElseThrow().projectedNames(table.keys());
  }

  /** The attributes that say where a page ended: the table's key, then the index's. */
  public Set<String> positionNames() {
    var names = new LinkedHashSet<>(table.keys().names());
    index.ifPresent(found -> names.addAll(found.keys().names()));
    return names;
  }

  /** The stored key of what has these attributes; {@link #positionNames} must be among them. */
  public byte[] position(Item item) {
    if (index.isEmpty()) return Keys.item(table, item);
    return Keys.indexEntry(index.get(), table.keys(), item)
        .orElseThrow(() -> new IllegalStateException("not a position in the index"));
  }
}

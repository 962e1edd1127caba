package dev.trestle.design.cost;

import dev.trestle.item.CapacityUnits;
import dev.trestle.item.CapacityUnits.Consistency;
import dev.trestle.item.Item;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.Projection;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The cost of operations on the items of one table, computed from the items. The engine uses the
 * same arithmetic; a property test compares the two.
 */
public record ItemCost(Table table) {

  /** A put, an update or a delete, given by the item before and after it. */
  public Consumption write(Optional<Item> before, Optional<Item> after) {
    var units = new LinkedHashMap<TableOrIndex, Units>();
    units.put(own(), Units.written(CapacityUnits.write(size(before), size(after))));
    for (var index : table.indexes()) {
      long written = indexWrite(index, before, after);
      if (written > 0) units.put(of(index), Units.written(written));
    }
    return new Consumption(units);
  }

  private long indexWrite(TableIndex index, Optional<Item> before, Optional<Item> after) {
    var old = before.flatMap(item -> entry(index, item));
    var now = after.flatMap(item -> entry(index, item));
    boolean moved =
        old.isPresent()
            && now.isPresent()
            && !old.get().only(keys(index)).equals(now.get().only(keys(index)));
    return CapacityUnits.indexWrite(size(old), size(now), moved, !old.equals(now));
  }

  /** A condition check in a transaction, which costs as much as writing the item. */
  public Consumption check(Optional<Item> present) {
    return Consumption.of(own(), Units.written(CapacityUnits.write(size(present), 0)));
  }

  /** Items read by key, each counted on its own: a get or a batch of gets. */
  public Consumption get(Collection<Optional<Item>> items, Consistency consistency) {
    long blocks = 0;
    for (var item : items) blocks += CapacityUnits.readBlocks(size(item));
    return Consumption.of(own(), Units.reading(CapacityUnits.readOfBlocks(blocks, consistency)));
  }

  /** The items that a query of the table reads, before its filter. */
  public Consumption query(List<Item> items, boolean consistent) {
    return queryOf(own(), items.stream().mapToLong(Item::size).sum(), consistent);
  }

  /** The items that a query of an index reads, given as whole items. */
  public Consumption query(TableIndex index, List<Item> items, boolean consistent) {
    long bytes =
        items.stream().flatMap(item -> entry(index, item).stream()).mapToLong(Item::size).sum();
    return queryOf(of(index), bytes, consistent);
  }

  static Consumption queryOf(TableOrIndex resource, long bytes, boolean consistent) {
    var consistency = consistent ? Consistency.STRONG : Consistency.EVENTUAL;
    return Consumption.of(resource, Units.reading(CapacityUnits.read(bytes, consistency)));
  }

  /** The entry of an item in an index; nothing if the item lacks one of the index's keys. */
  public Optional<Item> entry(TableIndex index, Item item) {
    for (var key : keyAttributes(index)) {
      if (item.get(key.name()).filter(value -> value.type() == key.type()).isEmpty()) {
        return Optional.empty();
      }
    }
    return Optional.of(shown(index, item));
  }

  private Item shown(TableIndex index, Item item) {
    return switch (index.projection()) {
      case Projection.All() -> item;
      case Projection.KeysOnly() -> item.only(keys(index));
      case Projection.Include(var attributes) -> {
        var names = keys(index);
        names.addAll(attributes);
        yield item.only(names);
      }
    };
  }

  /** The key attributes that every entry of the index has: those of the index and of the table. */
  public Set<String> keys(TableIndex index) {
    var names = new LinkedHashSet<String>();
    keyAttributes(index).forEach(key -> names.add(key.name()));
    names.add(table.partition().name());
    table.sort().ifPresent(sort -> names.add(sort.name()));
    return names;
  }

  private static List<KeyAttribute> keyAttributes(TableIndex index) {
    return index
        .sort()
        .map(sort -> List.of(index.partition(), sort))
        .orElse(List.of(index.partition()));
  }

  TableOrIndex own() {
    return TableOrIndex.of(table.name());
  }

  TableOrIndex of(TableIndex index) {
    return TableOrIndex.of(table.name(), index.name());
  }

  private static int size(Optional<Item> item) {
    return item.map(Item::size).orElse(0);
  }
}

package dev.trestle.engine.operation;

import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.Table;
import dev.trestle.engine.write.Outcome;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.Optional;

/** Books what requests do to items, on the table's meter and in the request's usage. */
final class Metering {
  private Metering() {}

  /** A read of one item by its key. */
  static void read(
      Kernel kernel,
      Table table,
      byte[] key,
      boolean consistent,
      Optional<Item> item,
      double units) {
    touch(table, key);
    var name = table.definition().name();
    int returned = item.isPresent() ? 1 : 0;
    kernel.usage().read(table.meter(), name, Optional.empty(), consistent, 1, returned, units);
  }

  /** A write of one item; in a transaction the table's units count more than once. */
  static void wrote(Kernel kernel, Table table, byte[] key, Outcome.Units units, int tableFactor) {
    touch(table, key);
    var definition = units.definition();
    kernel.usage().write(table.meter(), definition.name(), units.table() * tableFactor);
    for (int i = 0; i < units.indexes().length; i++) {
      if (units.indexes()[i] == 0) continue;
      var index = definition.indexes().get(i).name();
      kernel.usage().writeIndex(table.meter(), index, units.indexes()[i]);
    }
  }

  /** A write that the item's condition refused: it costs as much as writing the item there is. */
  static void refused(Kernel kernel, Table table, byte[] key, Optional<Item> present) {
    touch(table, key);
    long units = CapacityUnits.write(present.map(Item::size).orElse(0), 0);
    kernel.usage().write(table.meter(), table.definition().name(), units);
  }

  /** A request to the partition that a stored key, or the beginning of one, belongs to. */
  static void touch(Table table, byte[] key) {
    table.meter().touch(Keys.hash(key));
    table.meter().hitters().add(() -> partitionOf(table, key));
  }

  /** The partition key attribute of the item with this stored key. */
  static Item partitionOf(Table table, byte[] key) {
    var attribute = table.definition().keys().partitionKey();
    return Item.of(attribute.name(), Value.ofContent(attribute.type(), Keys.partitionContent(key)));
  }
}

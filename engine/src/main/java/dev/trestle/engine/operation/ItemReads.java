package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.Usage;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.Table;
import dev.trestle.item.Item;
import java.util.Optional;

/** What reads of items by their keys have in common. */
final class ItemReads {
  private ItemReads() {}

  /** Meters the read of one item. */
  static void note(
      Usage usage, Table table, byte[] key, boolean consistent, Optional<Item> item, double units) {
    var meter = table.meter();
    int returned = item.isPresent() ? 1 : 0;
    usage.touch(meter, Keys.hash(key));
    usage.read(meter, table.definition().name(), Optional.empty(), consistent, 1, returned, units);
  }
}

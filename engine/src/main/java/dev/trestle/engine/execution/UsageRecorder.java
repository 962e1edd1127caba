package dev.trestle.engine.execution;

import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.write.WriteOutcome;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.Optional;

/** Records what requests do, in the usage of the table and of the request. */
public final class UsageRecorder {
  private UsageRecorder() {}

  /** Records a read of one item by its key. */
  public static void recordRead(
      OperationContext context,
      OpenTable table,
      byte[] key,
      boolean consistent,
      Optional<Item> item,
      double units) {
    countRequest(table, key);
    var name = table.definition().name();
    int returned = item.isPresent() ? 1 : 0;
    context.usage().read(table.usage(), name, Optional.empty(), consistent, 1, returned, units);
    context.limits().chargeRead(table, Optional.empty(), key, units);
  }

  /** Records a write of one item. In a transaction the table's units count more than once. */
  public static void recordWrite(
      OperationContext context,
      OpenTable table,
      byte[] key,
      WriteOutcome.Done done,
      int tableFactor) {
    countRequest(table, key);
    var units = done.units();
    var definition = units.definition();
    context.usage().write(table.usage(), definition.name(), units.table() * tableFactor);
    for (int i = 0; i < units.indexes().length; i++) {
      if (units.indexes()[i] == 0) continue;
      var index = definition.indexes().get(i).name();
      context.usage().writeIndex(table.usage(), index, units.indexes()[i]);
    }
  }

  /** Records a write whose condition failed. It costs as much as writing the existing item. */
  static void recordRefusal(
      OperationContext context, OpenTable table, byte[] key, Optional<Item> present) {
    countRequest(table, key);
    long units = CapacityUnits.write(present.map(Item::size).orElse(0), 0);
    context.usage().write(table.usage(), table.definition().name(), units);
  }

  /** Counts a request to the partition of a stored key, or of a prefix of one. */
  public static void countRequest(OpenTable table, byte[] key) {
    table.usage().countRequest(StoredKeys.hash(key));
    table.usage().hitters().add(() -> partitionOf(table, key));
  }

  /** Returns the partition key attribute of the item with this stored key. */
  static Item partitionOf(OpenTable table, byte[] key) {
    var attribute = table.definition().keys().partitionKey();
    return Item.of(
        attribute.name(), Value.ofContent(attribute.type(), StoredKeys.partitionContent(key)));
  }
}

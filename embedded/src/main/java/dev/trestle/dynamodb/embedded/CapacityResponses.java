package dev.trestle.dynamodb.embedded;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;

/** Consumed capacity and item collection sizes, as the SDK shows them. */
final class CapacityResponses {
  /**
   * The total that was shown last. Most requests use as much of the same table as the one before.
   */
  private static final AtomicReference<ConsumedCapacity> LAST_TOTAL =
      new AtomicReference<>(ConsumedCapacity.builder().capacityUnits(0.0).build());

  private CapacityResponses() {}

  static ConsumedCapacity of(dev.trestle.engine.capacity.ConsumedCapacity used) {
    if (used.detailed()) return shown(used, false);
    var last = LAST_TOTAL.getPlain();
    boolean isSame =
        last.capacityUnits() == used.total() && used.tableName().equals(last.tableName());
    if (isSame) return last;
    var shown = shown(used, false);
    LAST_TOTAL.setPlain(shown);
    return shown;
  }

  static List<ConsumedCapacity> ofBatch(List<dev.trestle.engine.capacity.ConsumedCapacity> used) {
    return shown(used, false);
  }

  /** Only transactions report read and write units separately. */
  static List<ConsumedCapacity> ofTransaction(
      List<dev.trestle.engine.capacity.ConsumedCapacity> used) {
    return shown(used, true);
  }

  private static List<ConsumedCapacity> shown(
      List<dev.trestle.engine.capacity.ConsumedCapacity> used, boolean apart) {
    var all = new ArrayList<ConsumedCapacity>(used.size());
    for (var one : used) all.add(shown(one, apart));
    return all;
  }

  private static ConsumedCapacity shown(
      dev.trestle.engine.capacity.ConsumedCapacity used, boolean apart) {
    boolean read = apart && used.readUnits() > 0;
    boolean written = apart && used.writeUnits() > 0;
    var shown = ConsumedCapacity.builder().tableName(used.tableName()).capacityUnits(used.total());
    if (read) shown.readCapacityUnits(used.readUnits());
    if (written) shown.writeCapacityUnits(used.writeUnits());
    if (used.detailed()) {
      shown.table(units(used.table(), read, written));
      if (!used.localIndexes().isEmpty()) {
        shown.localSecondaryIndexes(byIndex(used.localIndexes(), read, written));
      }
      if (!used.globalIndexes().isEmpty()) {
        shown.globalSecondaryIndexes(byIndex(used.globalIndexes(), read, written));
      }
    }
    return shown.build();
  }

  private static Map<String, Capacity> byIndex(
      Map<String, Double> units, boolean read, boolean written) {
    var shown = new LinkedHashMap<String, Capacity>();
    units.forEach((index, amount) -> shown.put(index, units(amount, read, written)));
    return shown;
  }

  private static Capacity units(double amount, boolean read, boolean written) {
    var shown = Capacity.builder().capacityUnits(amount);
    if (read) shown.readCapacityUnits(amount);
    if (written) shown.writeCapacityUnits(amount);
    return shown.build();
  }

  static Map<String, List<ItemCollectionMetrics>> metrics(
      Map<String, List<dev.trestle.engine.capacity.ItemCollectionMetrics>> byTable) {
    var shown = new LinkedHashMap<String, List<ItemCollectionMetrics>>();
    byTable.forEach((table, metrics) ->
        shown.put(table, metrics.stream().map(CapacityResponses::metrics).toList()));
    return shown;
  }

  static ItemCollectionMetrics metrics(dev.trestle.engine.capacity.ItemCollectionMetrics metrics) {
    return ItemCollectionMetrics.builder()
        .itemCollectionKey(SdkValues.map(metrics.key()))
        .sizeEstimateRangeGB(metrics.lowerGigabytes(), metrics.upperGigabytes())
        .build();
  }
}

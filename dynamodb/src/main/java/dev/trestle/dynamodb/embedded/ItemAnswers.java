package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.capacity.ItemCollectionMetrics;
import dev.trestle.engine.operation.GetItem;
import dev.trestle.engine.operation.Page;
import dev.trestle.engine.operation.WriteResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Responses about one item, and about the items of one table. */
final class ItemAnswers {
  private ItemAnswers() {}

  static GetItemResponse.Builder get(GetItem.Result result) {
    var response = GetItemResponse.builder();
    result.item().ifPresent(item -> response.item(Values.map(item)));
    result.consumedCapacity().ifPresent(used -> response.consumedCapacity(capacity(used)));
    return response;
  }

  static PutItemResponse.Builder put(WriteResult result) {
    var response = PutItemResponse.builder();
    result.attributes().ifPresent(item -> response.attributes(Values.map(item)));
    result.consumedCapacity().ifPresent(used -> response.consumedCapacity(capacity(used)));
    result.itemCollectionMetrics().ifPresent(m -> response.itemCollectionMetrics(metrics(m)));
    return response;
  }

  static UpdateItemResponse.Builder update(WriteResult result) {
    var response = UpdateItemResponse.builder();
    result.attributes().ifPresent(item -> response.attributes(Values.map(item)));
    result.consumedCapacity().ifPresent(used -> response.consumedCapacity(capacity(used)));
    result.itemCollectionMetrics().ifPresent(m -> response.itemCollectionMetrics(metrics(m)));
    return response;
  }

  static DeleteItemResponse.Builder delete(WriteResult result) {
    var response = DeleteItemResponse.builder();
    result.attributes().ifPresent(item -> response.attributes(Values.map(item)));
    result.consumedCapacity().ifPresent(used -> response.consumedCapacity(capacity(used)));
    result.itemCollectionMetrics().ifPresent(m -> response.itemCollectionMetrics(metrics(m)));
    return response;
  }

  static QueryResponse.Builder query(Page page) {
    var response = QueryResponse.builder().count(page.count()).scannedCount(page.scannedCount());
    if (!page.countOnly()) response.items(Values.maps(page.items()));
    page.lastEvaluatedKey().ifPresent(key -> response.lastEvaluatedKey(Values.map(key)));
    page.consumedCapacity().ifPresent(used -> response.consumedCapacity(capacity(used)));
    return response;
  }

  static ScanResponse.Builder scan(Page page) {
    var response = ScanResponse.builder().count(page.count()).scannedCount(page.scannedCount());
    if (!page.countOnly()) response.items(Values.maps(page.items()));
    page.lastEvaluatedKey().ifPresent(key -> response.lastEvaluatedKey(Values.map(key)));
    page.consumedCapacity().ifPresent(used -> response.consumedCapacity(capacity(used)));
    return response;
  }

  static List<software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity> capacities(
      List<ConsumedCapacity> used) {
    var all =
        new ArrayList<software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity>(used.size());
    for (var one : used) all.add(capacity(one));
    return all;
  }

  private static software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity capacity(
      ConsumedCapacity used) {
    var shown =
        software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity.builder()
            .tableName(used.tableName())
            .capacityUnits(used.total());
    if (used.readUnits() > 0) shown.readCapacityUnits(used.readUnits());
    if (used.writeUnits() > 0) shown.writeCapacityUnits(used.writeUnits());
    if (used.detailed()) {
      shown.table(units(used.table(), used));
      if (!used.localIndexes().isEmpty()) {
        shown.localSecondaryIndexes(byIndex(used.localIndexes(), used));
      }
      if (!used.globalIndexes().isEmpty()) {
        shown.globalSecondaryIndexes(byIndex(used.globalIndexes(), used));
      }
    }
    return shown.build();
  }

  private static Map<String, Capacity> byIndex(Map<String, Double> units, ConsumedCapacity used) {
    var shown = new LinkedHashMap<String, Capacity>();
    units.forEach((index, amount) -> shown.put(index, units(amount, used)));
    return shown;
  }

  /** Transactions show units as read or written; a transaction is only the one or the other. */
  private static Capacity units(double amount, ConsumedCapacity used) {
    var shown = Capacity.builder().capacityUnits(amount);
    if (used.readUnits() > 0) shown.readCapacityUnits(amount);
    if (used.writeUnits() > 0) shown.writeCapacityUnits(amount);
    return shown.build();
  }

  static Map<String, List<software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics>>
      metrics(Map<String, List<ItemCollectionMetrics>> byTable) {
    var shown =
        new LinkedHashMap<
            String, List<software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics>>();
    byTable.forEach(
        (table, metrics) -> shown.put(table, metrics.stream().map(ItemAnswers::metrics).toList()));
    return shown;
  }

  private static software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics metrics(
      ItemCollectionMetrics metrics) {
    return software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics.builder()
        .itemCollectionKey(Values.map(metrics.key()))
        .sizeEstimateRangeGB(metrics.lowerGigabytes(), metrics.upperGigabytes())
        .build();
  }
}

package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.operation.GetItem;
import dev.trestle.engine.operation.Page;
import dev.trestle.engine.operation.WriteResult;
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
    result
        .consumedCapacity()
        .ifPresent(used -> response.consumedCapacity(CapacityAnswers.of(used)));
    return response;
  }

  static PutItemResponse.Builder put(WriteResult result) {
    var response = PutItemResponse.builder();
    result.attributes().ifPresent(item -> response.attributes(Values.map(item)));
    result
        .consumedCapacity()
        .ifPresent(used -> response.consumedCapacity(CapacityAnswers.of(used)));
    result
        .itemCollectionMetrics()
        .ifPresent(m -> response.itemCollectionMetrics(CapacityAnswers.metrics(m)));
    return response;
  }

  static UpdateItemResponse.Builder update(WriteResult result) {
    var response = UpdateItemResponse.builder();
    result.attributes().ifPresent(item -> response.attributes(Values.map(item)));
    result
        .consumedCapacity()
        .ifPresent(used -> response.consumedCapacity(CapacityAnswers.of(used)));
    result
        .itemCollectionMetrics()
        .ifPresent(m -> response.itemCollectionMetrics(CapacityAnswers.metrics(m)));
    return response;
  }

  static DeleteItemResponse.Builder delete(WriteResult result) {
    var response = DeleteItemResponse.builder();
    result.attributes().ifPresent(item -> response.attributes(Values.map(item)));
    result
        .consumedCapacity()
        .ifPresent(used -> response.consumedCapacity(CapacityAnswers.of(used)));
    result
        .itemCollectionMetrics()
        .ifPresent(m -> response.itemCollectionMetrics(CapacityAnswers.metrics(m)));
    return response;
  }

  static QueryResponse.Builder query(Page page) {
    var response = QueryResponse.builder().count(page.count()).scannedCount(page.scannedCount());
    if (!page.countOnly()) response.items(Values.maps(page.items()));
    page.lastEvaluatedKey().ifPresent(key -> response.lastEvaluatedKey(Values.map(key)));
    page.consumedCapacity().ifPresent(used -> response.consumedCapacity(CapacityAnswers.of(used)));
    return response;
  }

  static ScanResponse.Builder scan(Page page) {
    var response = ScanResponse.builder().count(page.count()).scannedCount(page.scannedCount());
    if (!page.countOnly()) response.items(Values.maps(page.items()));
    page.lastEvaluatedKey().ifPresent(key -> response.lastEvaluatedKey(Values.map(key)));
    page.consumedCapacity().ifPresent(used -> response.consumedCapacity(CapacityAnswers.of(used)));
    return response;
  }
}

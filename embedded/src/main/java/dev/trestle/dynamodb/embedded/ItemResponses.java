package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.operation.GetItem;
import dev.trestle.engine.result.PageResult;
import dev.trestle.engine.result.WriteResult;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Turns results about items of one table into responses. */
final class ItemResponses {
  private ItemResponses() {}

  static GetItemResponse.Builder get(GetItem.Result result) {
    var response = GetItemResponse.builder();
    result.item().ifPresent(item -> response.item(SdkValues.map(item)));
    result
        .consumedCapacity()
        .ifPresent(used -> response.consumedCapacity(CapacityResponses.of(used)));
    return response;
  }

  static PutItemResponse.Builder put(WriteResult result) {
    var response = PutItemResponse.builder();
    result.attributes().ifPresent(item -> response.attributes(SdkValues.map(item)));
    result
        .consumedCapacity()
        .ifPresent(used -> response.consumedCapacity(CapacityResponses.of(used)));
    result
        .itemCollectionMetrics()
        .ifPresent(m -> response.itemCollectionMetrics(CapacityResponses.metrics(m)));
    return response;
  }

  static UpdateItemResponse.Builder update(WriteResult result) {
    var response = UpdateItemResponse.builder();
    result.attributes().ifPresent(item -> response.attributes(SdkValues.map(item)));
    result
        .consumedCapacity()
        .ifPresent(used -> response.consumedCapacity(CapacityResponses.of(used)));
    result
        .itemCollectionMetrics()
        .ifPresent(m -> response.itemCollectionMetrics(CapacityResponses.metrics(m)));
    return response;
  }

  static DeleteItemResponse.Builder delete(WriteResult result) {
    var response = DeleteItemResponse.builder();
    result.attributes().ifPresent(item -> response.attributes(SdkValues.map(item)));
    result
        .consumedCapacity()
        .ifPresent(used -> response.consumedCapacity(CapacityResponses.of(used)));
    result
        .itemCollectionMetrics()
        .ifPresent(m -> response.itemCollectionMetrics(CapacityResponses.metrics(m)));
    return response;
  }

  static QueryResponse.Builder query(PageResult page) {
    var response = QueryResponse.builder().count(page.count()).scannedCount(page.scannedCount());
    if (!page.countOnly()) response.items(SdkValues.maps(page.items()));
    page.lastEvaluatedKey().ifPresent(key -> response.lastEvaluatedKey(SdkValues.map(key)));
    page.consumedCapacity()
        .ifPresent(used -> response.consumedCapacity(CapacityResponses.of(used)));
    return response;
  }

  static ScanResponse.Builder scan(PageResult page) {
    var response = ScanResponse.builder().count(page.count()).scannedCount(page.scannedCount());
    if (!page.countOnly()) response.items(SdkValues.maps(page.items()));
    page.lastEvaluatedKey().ifPresent(key -> response.lastEvaluatedKey(SdkValues.map(key)));
    page.consumedCapacity()
        .ifPresent(used -> response.consumedCapacity(CapacityResponses.of(used)));
    return response;
  }
}

package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.operation.BatchGetItem;
import dev.trestle.engine.operation.BatchWriteItem;
import dev.trestle.engine.operation.TransactGetItems;
import dev.trestle.engine.result.TransactionResult;
import dev.trestle.item.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Turns results of batches and transactions into responses. */
final class MultiItemResponses {
  private static final ItemResponse NOTHING = ItemResponse.builder().build();

  private MultiItemResponses() {}

  static BatchGetItemResponse.Builder batchGet(BatchGetItem.Result result) {
    var items = new LinkedHashMap<String, List<Map<String, AttributeValue>>>();
    result.responses().forEach((table, found) -> items.put(table, SdkValues.maps(found)));
    var left = new LinkedHashMap<String, KeysAndAttributes>();
    result.unprocessedKeys().forEach((table, keys) -> left.put(table, unprocessed(keys)));
    var response = BatchGetItemResponse.builder().responses(items).unprocessedKeys(left);
    if (!result.consumedCapacity().isEmpty()) {
      response.consumedCapacity(CapacityResponses.ofBatch(result.consumedCapacity()));
    }
    return response;
  }

  private static KeysAndAttributes unprocessed(BatchGetItem.KeysAndAttributes asked) {
    var keys = asked.keys();
    return KeysAndAttributes.builder()
        .keys(keys == null ? null : SdkValues.maps(keys))
        .consistentRead(asked.consistentRead())
        .projectionExpression(asked.expressions().projection())
        .expressionAttributeNames(asked.expressions().names())
        .attributesToGet(asked.legacy().attributesToGet())
        .build();
  }

  static BatchWriteItemResponse.Builder batchWrite(BatchWriteItem.Result result) {
    var left = new LinkedHashMap<String, List<WriteRequest>>();
    result
        .unprocessedItems()
        .forEach((table, writes) ->
            left.put(table, writes.stream().map(MultiItemResponses::unprocessed).toList()));
    var response = BatchWriteItemResponse.builder().unprocessedItems(left);
    if (!result.itemCollectionMetrics().isEmpty()) {
      response.itemCollectionMetrics(CapacityResponses.metrics(result.itemCollectionMetrics()));
    }
    if (!result.consumedCapacity().isEmpty()) {
      response.consumedCapacity(CapacityResponses.ofBatch(result.consumedCapacity()));
    }
    return response;
  }

  private static WriteRequest unprocessed(BatchWriteItem.WriteRequest asked) {
    var request = WriteRequest.builder();
    var put = asked.put();
    var delete = asked.delete();
    if (put != null) request.putRequest(again -> again.item(SdkValues.map(put)));
    if (delete != null) request.deleteRequest(again -> again.key(SdkValues.map(delete)));
    return request.build();
  }

  static TransactGetItemsResponse.Builder transactGet(TransactGetItems.Result result) {
    var found = new ArrayList<ItemResponse>(result.responses().size());
    for (var item : result.responses())
      found.add(item.map(MultiItemResponses::found).orElse(NOTHING));
    var response = TransactGetItemsResponse.builder().responses(found);
    if (!result.consumedCapacity().isEmpty()) {
      response.consumedCapacity(CapacityResponses.ofTransaction(result.consumedCapacity()));
    }
    return response;
  }

  private static ItemResponse found(Item item) {
    return ItemResponse.builder().item(SdkValues.map(item)).build();
  }

  static TransactWriteItemsResponse.Builder transactWrite(TransactionResult result) {
    var response = TransactWriteItemsResponse.builder();
    if (!result.itemCollectionMetrics().isEmpty()) {
      response.itemCollectionMetrics(CapacityResponses.metrics(result.itemCollectionMetrics()));
    }
    if (!result.consumedCapacity().isEmpty()) {
      response.consumedCapacity(CapacityResponses.ofTransaction(result.consumedCapacity()));
    }
    return response;
  }
}

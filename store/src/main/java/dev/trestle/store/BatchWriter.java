package dev.trestle.store;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Writes items each by itself, any number of them, in as many requests as it takes. */
final class BatchWriter {
  private static final int ITEMS_MAX = 25;

  /** A write to the item of this key. */
  record ItemRequest(String table, Map<String, AttributeValue> key, WriteRequest write) {
    static ItemRequest put(
        String table, Map<String, AttributeValue> key, Map<String, AttributeValue> item) {
      var put = PutRequest.builder().item(item).build();
      return new ItemRequest(table, key, WriteRequest.builder().putRequest(put).build());
    }

    static ItemRequest delete(String table, Map<String, AttributeValue> key) {
      var delete = DeleteRequest.builder().key(key).build();
      return new ItemRequest(table, key, WriteRequest.builder().deleteRequest(delete).build());
    }
  }

  /** An item, wherever it is. */
  private record Written(String table, Map<String, AttributeValue> key) {}

  private final PlanContext connection;
  private final UsageCounter meter;

  BatchWriter(PlanContext connection, UsageCounter meter) {
    this.connection = connection;
    this.meter = meter;
  }

  /** DynamoDB refuses two writes to one item in the same batch, because they have no order. */
  void write(List<ItemRequest> writes) {
    var items = new HashSet<Written>();
    for (var write : writes) {
      if (!items.add(new Written(write.table, write.key))) {
        throw new IllegalArgumentException(
            meter.pattern() + ": two writes of one batch are to the same item.");
      }
    }
    for (int from = 0; from < writes.size(); from += ITEMS_MAX) {
      chunk(writes.subList(from, Math.min(from + ITEMS_MAX, writes.size())));
    }
    meter.items(writes.size());
  }

  private void chunk(List<ItemRequest> writes) {
    var attempts = connection.attempts(meter);
    Map<String, List<WriteRequest>> left =
        writes.stream()
            .collect(
                Collectors.groupingBy(
                    ItemRequest::table,
                    LinkedHashMap::new,
                    Collectors.mapping(ItemRequest::write, Collectors.toList())));
    while (true) {
      var request =
          BatchWriteItemRequest.builder()
              .requestItems(left)
              .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
              .build();
      var answer = attempts.call(true, () -> connection.client().batchWriteItem(request));
      meter.written(answer.consumedCapacity());
      left = answer.unprocessedItems();
      int items = left.values().stream().mapToInt(List::size).sum();
      if (items == 0) return;
      if (!attempts.mayGoOn()) throw new UnprocessedItemsException(items);
      attempts.pause();
    }
  }
}

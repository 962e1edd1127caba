package dev.trestle.store;

import dev.trestle.model.BatchWrite;
import dev.trestle.model.Entity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A batch of writes, ready to run. */
final class BatchWritePlan<K, R> {
  private static final int ITEMS_MAX = 25;

  private final Connection connection;
  private final Meter meter;
  private final String table;
  private final Entity<R> entity;
  private final ItemKey<K> key;

  BatchWritePlan(BatchWrite<K, R> batch, Connection connection, Meter meter) {
    this.connection = connection;
    this.meter = meter;
    entity = batch.entity();
    if (entity.version().isPresent()) {
      throw new IllegalArgumentException(
          "%s has versions, and a batch would write over what nobody saw: put each by itself"
              .formatted(entity.name()));
    }
    table = connection.table(entity);
    key = ItemKey.of(entity, batch.parameters(), batch.binding());
  }

  void run(List<R> puts, List<K> deletes) {
    meter.run(() -> {
      var writes = writes(puts, deletes);
      for (int from = 0; from < writes.size(); from += ITEMS_MAX) {
        chunk(writes.subList(from, Math.min(from + ITEMS_MAX, writes.size())));
      }
      meter.items(writes.size());
      return writes.size();
    });
  }

  private List<WriteRequest> writes(List<R> puts, List<K> deletes) {
    var writes = new ArrayList<WriteRequest>(puts.size() + deletes.size());
    var keys = new HashSet<Map<String, AttributeValue>>();
    for (var each : puts) {
      var item = entity.codec().write(each, AttributeValues.SDK);
      once(keys, key.in(item));
      writes.add(
          WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build());
    }
    for (var each : deletes) {
      var named = key.of(each);
      once(keys, named);
      writes.add(
          WriteRequest.builder().deleteRequest(DeleteRequest.builder().key(named).build()).build());
    }
    return writes;
  }

  /** Two writes to one item have no order in a batch, and DynamoDB refuses them in one request. */
  private static void once(Set<Map<String, AttributeValue>> keys, Map<String, AttributeValue> key) {
    if (!keys.add(key)) throw new IllegalArgumentException("two writes to one item in a batch");
  }

  private void chunk(List<WriteRequest> writes) {
    var attempts = connection.attempts(meter);
    var left = writes;
    while (true) {
      var request =
          BatchWriteItemRequest.builder()
              .requestItems(Map.of(table, left))
              .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
              .build();
      var answer = attempts.call(true, () -> connection.client().batchWriteItem(request));
      meter.written(answer.consumedCapacity());
      left = answer.unprocessedItems().getOrDefault(table, List.of());
      if (left.isEmpty()) return;
      if (!attempts.mayGoOn()) throw new UnprocessedItemsException(left.size());
      attempts.pause();
    }
  }
}

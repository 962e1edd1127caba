package dev.trestle.store;

import dev.trestle.model.BatchGet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** A batch of gets, ready to run. */
final class BatchGetPlan<K, R> {
  private static final int KEYS_MAX = 100;

  private final Connection connection;
  private final Meter meter;
  private final String table;
  private final boolean consistent;
  private final ItemKey<K> key;
  private final ItemReader<R> reader;
  private final @Nullable String expires;

  BatchGetPlan(BatchGet<K, R> batch, Connection connection, Meter meter) {
    this.connection = connection;
    this.meter = meter;
    var entity = batch.entity();
    table = connection.table(entity);
    consistent = batch.consistent();
    key = ItemKey.of(entity, batch.parameters(), batch.binding());
    reader = item -> entity.codec().read(item, AttributeValues.SDK);
    expires = batch.withExpired() ? null : GetPlan.expires(List.of(entity)).orElse(null);
  }

  /** The records there are, in the order of their keys; a key twice is one record. */
  List<R> run(List<K> parameters) {
    return meter.run(() -> get(parameters));
  }

  private List<R> get(List<K> parameters) {
    var keys = new LinkedHashSet<Map<String, AttributeValue>>();
    for (var each : parameters) keys.add(key.of(each));
    var asked = List.copyOf(keys);
    var found = new HashMap<Map<String, AttributeValue>, R>();
    for (int from = 0; from < asked.size(); from += KEYS_MAX) {
      chunk(asked.subList(from, Math.min(from + KEYS_MAX, asked.size())), found);
    }
    meter.items(found.size());
    var records = new ArrayList<R>(found.size());
    for (var each : asked) {
      var record = found.get(each);
      if (record != null) records.add(record);
    }
    return records;
  }

  private void chunk(
      List<Map<String, AttributeValue>> keys, Map<Map<String, AttributeValue>, R> found) {
    var attempts = connection.attempts(meter);
    var left = KeysAndAttributes.builder().keys(keys).consistentRead(consistent).build();
    while (true) {
      var request =
          BatchGetItemRequest.builder()
              .requestItems(Map.of(table, left))
              .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
              .build();
      var answer = attempts.call(true, () -> connection.client().batchGetItem(request));
      meter.read(answer.consumedCapacity());
      for (var item : answer.responses().getOrDefault(table, List.of())) keep(item, found);
      var unprocessed = answer.unprocessedKeys().get(table);
      if (unprocessed == null || unprocessed.keys().isEmpty()) return;
      if (!attempts.mayGoOn()) throw new UnprocessedItemsException(unprocessed.keys().size());
      attempts.pause();
      left = unprocessed;
    }
  }

  private void keep(Map<String, AttributeValue> item, Map<Map<String, AttributeValue>, R> found) {
    if (expires != null && ItemReader.isExpired(item, expires, connection.now())) return;
    found.put(key.in(item), reader.read(item));
  }
}

package dev.trestle.store;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Reads items by their keys, any number of them, in as many requests as it takes. */
final class BatchReader {
  private static final int KEYS_MAX = 100;

  /** An item that is asked for. */
  record Asked(String table, Map<String, AttributeValue> key) {}

  private final PlanContext connection;
  private final UsageCounter meter;
  private final Map<String, Boolean> consistentByTable;

  BatchReader(PlanContext connection, UsageCounter meter, Map<String, Boolean> consistentByTable) {
    this.connection = connection;
    this.meter = meter;
    this.consistentByTable = Map.copyOf(consistentByTable);
  }

  /** The items there are. */
  Map<Asked, Map<String, AttributeValue>> read(Collection<Asked> items) {
    var all = List.copyOf(new LinkedHashSet<>(items));
    var found = new HashMap<Asked, Map<String, AttributeValue>>();
    for (int from = 0; from < all.size(); from += KEYS_MAX) {
      chunk(all.subList(from, Math.min(from + KEYS_MAX, all.size())), found);
    }
    return found;
  }

  private void chunk(List<Asked> asked, Map<Asked, Map<String, AttributeValue>> found) {
    var attempts = connection.attempts(meter);
    var left = requests(asked);
    while (true) {
      var request =
          BatchGetItemRequest.builder()
              .requestItems(left)
              .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
              .build();
      var answer = attempts.call(true, () -> connection.client().batchGetItem(request));
      meter.read(answer.consumedCapacity());
      answer.responses().forEach((table, items) -> keep(table, items, asked, found));
      left = answer.unprocessedKeys();
      int keys = left.values().stream().mapToInt(each -> each.keys().size()).sum();
      if (keys == 0) return;
      if (!attempts.mayGoOn()) throw new UnprocessedItemsException(keys);
      attempts.pause();
    }
  }

  /** All keys of a table have the same attributes. */
  private static void keep(
      String table,
      List<Map<String, AttributeValue>> items,
      List<Asked> asked,
      Map<Asked, Map<String, AttributeValue>> found) {
    for (var one : asked) {
      if (!one.table.equals(table)) continue;
      var names = one.key.keySet();
      for (var item : items) {
        Map<String, AttributeValue> key = HashMap.newHashMap(names.size());
        for (var name : names) key.put(name, item.get(name));
        found.put(new Asked(table, key), item);
      }
      return;
    }
  }

  private Map<String, KeysAndAttributes> requests(List<Asked> asked) {
    var keys =
        asked.stream()
            .collect(
                Collectors.groupingBy(
                    Asked::table,
                    LinkedHashMap::new,
                    Collectors.mapping(Asked::key, Collectors.toList())));
    var requests = new LinkedHashMap<String, KeysAndAttributes>();
    keys.forEach((table, each) ->
        requests.put(
            table,
            KeysAndAttributes.builder()
                .keys(each)
                .consistentRead(consistentByTable.get(table))
                .build()));
    return requests;
  }
}

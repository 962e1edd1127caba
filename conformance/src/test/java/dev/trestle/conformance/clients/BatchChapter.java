package dev.trestle.conformance.clients;

import static dev.trestle.conformance.clients.Orders.TABLE;
import static dev.trestle.conformance.clients.Orders.key;
import static dev.trestle.conformance.clients.Orders.s;
import static dev.trestle.conformance.clients.Orders.with;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** 60 items of 300 KB exceed the 16 MB that a call returns, so some keys are unprocessed. */
record BatchChapter(DynamoDbClient db, Telling telling) {
  private static final int BATCH = 60;
  private static final int WRITES_MAX = 25;

  void tell() {
    var keys = IntStream.range(0, BATCH).mapToObj(number -> key("batch", number)).toList();
    var payload = Map.of("payload", s("x".repeat(300_000)));
    var puts = keys.stream().map(each -> put(with(each, payload))).toList();
    telling.tell("batches.written", writeAll(puts));
    read(keys);
    writeAll(
        keys.stream()
            .map(each -> WriteRequest.builder().deleteRequest(d -> d.key(each)).build())
            .toList());
    var counted =
        db.query(r ->
            r.tableName(TABLE)
                .keyConditionExpression("customer = :c")
                .expressionAttributeValues(Map.of(":c", s("batch")))
                .select(Select.COUNT));
    telling.tell("batches.deleted", counted.count());
    var twice = List.of(puts.getFirst(), puts.getFirst());
    telling.refused(
        "batches.twice", () -> db.batchWriteItem(r -> r.requestItems(Map.of(TABLE, twice))));
  }

  static WriteRequest put(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(p -> p.item(item)).build();
  }

  /** Writes in batches, retries unprocessed items, and returns the number of calls. */
  int writeAll(List<WriteRequest> requests) {
    int calls = 0;
    for (var left = requests; !left.isEmpty(); calls++) {
      var now = left.subList(0, Math.min(WRITES_MAX, left.size()));
      var told = db.batchWriteItem(r -> r.requestItems(Map.of(TABLE, now)));
      var again = new ArrayList<>(told.unprocessedItems().getOrDefault(TABLE, List.of()));
      again.addAll(left.subList(now.size(), left.size()));
      left = again;
    }
    return calls;
  }

  private void read(List<Map<String, AttributeValue>> keys) {
    var wanted =
        Map.of(
            TABLE,
            KeysAndAttributes.builder()
                .keys(keys)
                .projectionExpression("#o, payload")
                .expressionAttributeNames(Map.of("#o", "order"))
                .build());
    int calls = 0;
    var found = new ArrayList<Map<String, AttributeValue>>();
    for (; !wanted.isEmpty(); calls++) {
      var now = wanted;
      var told = db.batchGetItem(r -> r.requestItems(now));
      found.addAll(told.responses().getOrDefault(TABLE, List.of()));
      wanted = told.unprocessedKeys();
    }
    telling.tell(
        "batches.read",
        Map.of(
            "calls",
            calls,
            "orders",
            found.stream().map(each -> Orders.of(each, "order").n()).distinct().count(),
            "length",
            found.stream().mapToInt(each -> Orders.of(each, "payload").s().length()).sum()));
  }
}

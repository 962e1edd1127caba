package dev.trestle.conformance.clients;

import static dev.trestle.conformance.clients.Orders.TABLE;
import static dev.trestle.conformance.clients.Orders.key;
import static dev.trestle.conformance.clients.Orders.n;
import static dev.trestle.conformance.clients.Orders.s;
import static dev.trestle.conformance.clients.Orders.with;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.paginators.QueryIterable;

/** Queries of the table and its indexes, page by page, and scans. */
record ReadChapter(DynamoDbClient db, Telling telling) {
  private static final QueryRequest EVE =
      QueryRequest.builder()
          .tableName(TABLE)
          .keyConditionExpression("customer = :c")
          .expressionAttributeValues(Map.of(":c", s("eve")))
          .build();

  void tell() {
    var puts = IntStream.rangeClosed(1, 20).mapToObj(ReadChapter::order);
    new BatchChapter(db, telling).writeAll(puts.map(BatchChapter::put).toList());
    table();
    localIndex();
    globalIndex();
    long count =
        new QueryIterable(db, EVE.toBuilder().limit(3).build())
            .stream().mapToLong(page -> page.items().size()).sum();
    telling.tell("queries.paginator", count);
    scans();
  }

  private static Map<String, AttributeValue> order(int number) {
    var item =
        with(
            key("eve", number),
            Map.of(
                "placed", s("2026-03-%02d".formatted(30 - number)),
                "amount", n(number * 5L),
                "note", s("note " + number)));
    // The index by status is sparse: only every third order has one.
    return number % 3 == 0 ? with(item, Map.of("status", s("OPEN"))) : item;
  }

  private static List<Integer> numbers(List<Map<String, AttributeValue>> items) {
    return items.stream().map(each -> Integer.valueOf(Orders.of(each, "order").n())).toList();
  }

  /** Returns each page of a query with its counts. */
  private List<List<Object>> pages(QueryRequest first) {
    var told = new ArrayList<List<Object>>();
    for (var request = first; ; ) {
      var page = db.query(request);
      told.add(List.of(numbers(page.items()), page.count(), page.scannedCount()));
      if (!page.hasLastEvaluatedKey()) return told;
      request = first.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    }
  }

  private void table() {
    telling.tell("queries.pages", pages(EVE.toBuilder().limit(8).build()));
    telling.tell("queries.exact", pages(EVE.toBuilder().limit(20).build()));
    var filtered =
        QueryRequest.builder()
            .tableName(TABLE)
            .keyConditionExpression("customer = :c AND #o BETWEEN :from AND :to")
            .filterExpression("amount > :t AND contains(note, :n)")
            .expressionAttributeNames(Map.of("#o", "order"))
            .expressionAttributeValues(
                Map.of(":c", s("eve"), ":from", n(5), ":to", n(14), ":t", n(40), ":n", s("1")))
            .limit(6)
            .build();
    telling.tell("queries.filtered", pages(filtered));
    telling.tell(
        "queries.backward", pages(EVE.toBuilder().scanIndexForward(false).limit(15).build()));
  }

  private void localIndex() {
    var local =
        QueryRequest.builder()
            .tableName(TABLE)
            .indexName("by-placed")
            .keyConditionExpression("customer = :c AND begins_with(placed, :p)")
            .expressionAttributeValues(Map.of(":c", s("eve"), ":p", s("2026-03-1")))
            .limit(2)
            .build();
    var keysOnly = db.query(local.toBuilder().consistentRead(true).build());
    telling.tell("queries.local", List.of(keysOnly.items(), keysOnly.lastEvaluatedKey()));
    var fetched =
        db.query(
            local.toBuilder()
                .select(Select.ALL_ATTRIBUTES)
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build());
    telling.tell("queries.local-fetched", fetched.items());
    telling.tell("queries.local-capacity", fetched.consumedCapacity());
  }

  private void globalIndex() {
    var open =
        QueryRequest.builder()
            .tableName(TABLE)
            .indexName("by-status")
            .keyConditionExpression("#s = :open AND placed < :p")
            .expressionAttributeNames(Map.of("#s", "status"))
            .expressionAttributeValues(Map.of(":open", s("OPEN"), ":p", s("2026-03-20")))
            .build();
    telling.tell("queries.global", db.query(open).items());
    telling.refused(
        "queries.global-consistent", () -> db.query(open.toBuilder().consistentRead(true).build()));
  }

  private void scans() {
    var segments =
        IntStream.range(0, 4)
            .mapToObj(segment ->
                db.scan(r ->
                    r.tableName(TABLE)
                        .segment(segment)
                        .totalSegments(4)
                        .filterExpression("attribute_exists(note)")))
            .flatMap(page -> numbers(page.items()).stream());
    telling.tell("scans.segments", segments.sorted().toList());
    var page = db.scan(r -> r.tableName(TABLE).indexName("by-status").select(Select.COUNT));
    telling.tell("scans.index", List.of(page.count(), page.scannedCount(), page.hasItems()));
    telling.refused("scans.segment-only", () -> db.scan(r -> r.tableName(TABLE).segment(1)));
  }
}

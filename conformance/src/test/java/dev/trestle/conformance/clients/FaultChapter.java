package dev.trestle.conformance.clients;

import static dev.trestle.conformance.clients.Orders.TABLE;
import static dev.trestle.conformance.clients.Orders.key;
import static dev.trestle.conformance.clients.Orders.n;
import static dev.trestle.conformance.clients.Orders.s;
import static dev.trestle.conformance.clients.Orders.with;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Requests that are rejected. */
record FaultChapter(DynamoDbClient db, Telling telling) {
  void tell() {
    telling.refused(
        "faults.no-table", () -> db.getItem(r -> r.tableName("nowhere").key(Map.of("id", s("a")))));
    telling.refused(
        "faults.key", () -> db.getItem(r -> r.tableName(TABLE).key(Map.of("customer", s("a")))));
    telling.refused("faults.empty-key", () -> db.putItem(r -> r.tableName(TABLE).item(key("", 1))));
    fault("faults.number", "n", n("1".repeat(39)));
    fault("faults.set", "s", AttributeValue.fromSs(List.of("a", "a")));
    fault("faults.size", "s", s("x".repeat(409_600)));
    fault("faults.index-key", "placed", n(1));
    telling.refused(
        "faults.reserved", () -> db.scan(r -> r.tableName(TABLE).projectionExpression("status")));
    telling.refused(
        "faults.two",
        () ->
            db.query(r ->
                r.tableName(TABLE)
                    .select("SOME")
                    .returnConsumedCapacity("ALL")
                    .keyConditionExpression("customer = :c")
                    .expressionAttributeValues(Map.of(":c", s("a")))));
  }

  private void fault(String step, String name, AttributeValue value) {
    var item = with(key("f", 1), Map.of(name, value));
    telling.refused(step, () -> db.putItem(r -> r.tableName(TABLE).item(item)));
  }
}

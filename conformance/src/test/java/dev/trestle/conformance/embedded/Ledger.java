package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * A table whose items come in pairs: a left and a right item with the same number, written together
 * and both in an index. An incomplete write would leave half of a pair, or an index that differs
 * from the table.
 */
final class Ledger {
  static final String TABLE = "ledger";
  static final String INDEX = "by_number";

  private Ledger() {}

  static void create(DynamoDbClient db) {
    db.createTable(table ->
        table
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                Pieces.attribute("pk", ScalarAttributeType.S),
                Pieces.attribute("number", ScalarAttributeType.N))
            .keySchema(Pieces.hash("pk"))
            .globalSecondaryIndexes(Pieces.index(INDEX, "number", ProjectionType.ALL)));
  }

  static Map<String, AttributeValue> entry(String side, int number, int bytes) {
    return entry(side, number, "x".repeat(bytes));
  }

  private static Map<String, AttributeValue> entry(String side, int number, String text) {
    return Map.of(
        "pk",
        AttributeValue.fromS(side + number),
        "number",
        AttributeValue.fromN(Integer.toString(number)),
        "text",
        AttributeValue.fromS(text));
  }

  static void put(DynamoDbClient db, int number, int bytes) {
    db.putItem(put -> put.tableName(TABLE).item(entry("left", number, bytes)));
  }

  static void putPair(DynamoDbClient db, int number, int bytes) {
    putPair(db, number, "x".repeat(bytes));
  }

  static void putPair(DynamoDbClient db, int number, String text) {
    db.transactWriteItems(transaction ->
        transaction.transactItems(write("left", number, text), write("right", number, text)));
  }

  private static TransactWriteItem write(String side, int number, String text) {
    return TransactWriteItem.builder()
        .put(put -> put.tableName(TABLE).item(entry(side, number, text)))
        .build();
  }

  /** Returns the numbers of the pairs and asserts that all pairs are complete. */
  static Map<Integer, Integer> pairs(DynamoDbClient db) {
    var items = new HashMap<String, Map<String, AttributeValue>>();
    db.scanPaginator(scan -> scan.tableName(TABLE).consistentRead(true)).items().stream()
        .forEach(item -> items.put(of(item, "pk").s(), item));
    var indexed = new HashMap<String, Map<String, AttributeValue>>();
    db.scanPaginator(scan -> scan.tableName(TABLE).indexName(INDEX)).items().stream()
        .forEach(item -> indexed.put(of(item, "pk").s(), item));
    assertThat(indexed).isEqualTo(items);
    var pairs = new TreeMap<Integer, Integer>();
    for (var item : items.values()) {
      pairs.merge(Integer.parseInt(of(item, "number").n()), 1, Integer::sum);
    }
    assertThat(pairs.values()).allMatch(members -> members == 2);
    return pairs;
  }

  private static AttributeValue of(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name), name);
  }
}

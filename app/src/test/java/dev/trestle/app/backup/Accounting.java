package dev.trestle.app.backup;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Two tables that one transaction keeps equal, so that a copy shows whether it is consistent. */
record Accounting(Trestle trestle) implements AutoCloseable {
  static final List<String> TABLES = List.of("credit", "debit");

  static Accounting open(Path data) {
    return new Accounting(Trestle.open(EngineOptions.at(data)));
  }

  /** Opens a new folder with two empty tables, with recovery and an index. */
  static Accounting create(Path data) {
    return withTables(open(data));
  }

  static Accounting create(Path data, InstantSource clock) {
    return withTables(new Accounting(Trestle.open(EngineOptions.at(data).withClock(clock))));
  }

  private static Accounting withTables(Accounting accounting) {
    for (var table : TABLES) accounting.createTable(table);
    return accounting;
  }

  DynamoDbClient client() {
    return trestle.client();
  }

  void createTable(String table) {
    client()
        .createTable(request ->
            request
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(attribute("id"), attribute("value"))
                .keySchema(key("id"))
                .globalSecondaryIndexes(
                    GlobalSecondaryIndex.builder()
                        .indexName("by_value")
                        .keySchema(key("value"))
                        .projection(kind -> kind.projectionType(ProjectionType.ALL))
                        .build()));
    client()
        .updateContinuousBackups(request ->
            request
                .tableName(table)
                .pointInTimeRecoverySpecification(
                    settings -> settings.pointInTimeRecoveryEnabled(true)));
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.HASH).build();
  }

  /** Writes one item to both tables. */
  void write(String id, String value) {
    var item = Map.of("id", AttributeValue.fromS(id), "value", AttributeValue.fromS(value));
    client()
        .transactWriteItems(request ->
            request.transactItems(
                TABLES.stream()
                    .map(table ->
                        TransactWriteItem.builder()
                            .put(Put.builder().tableName(table).item(item).build())
                            .build())
                    .toList()));
  }

  /** Returns the values of a table by id. */
  Map<String, String> values(String table) {
    var values = new TreeMap<String, String>();
    for (var item :
        client().scanPaginator(request -> request.tableName(table).consistentRead(true)).items()) {
      values.put(text(item, "id"), text(item, "value"));
    }
    return values;
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name), name).s();
  }

  @Override
  public void close() {
    trestle.close();
  }
}

package dev.trestle.bench;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The engine through the SDK's client in-process, as a program uses it. */
final class ClientTarget implements BenchTarget {
  private static final String TABLE = "bench";

  private final Trestle trestle;
  private final DynamoDbClient client;

  ClientTarget(Path folder, boolean durable) {
    trestle =
        Trestle.open(
            EngineOptions.at(folder).withDurability(durable ? Durability.SYNC : Durability.FAST));
    client = trestle.client();
    client.createTable(table ->
        table
            .tableName(TABLE)
            .attributeDefinitions(
                attribute("pk", ScalarAttributeType.S), attribute("sk", ScalarAttributeType.N))
            .keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))
            .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  @Override
  public String name() {
    return "SDK client";
  }

  @Override
  public void put(int item, String payload) {
    client.putItem(put -> put.tableName(TABLE).item(item(item, payload)));
  }

  @Override
  public void get(int item) {
    var found = client.getItem(get -> get.tableName(TABLE).key(key(item)).consistentRead(true));
    if (!found.hasItem()) throw new IllegalStateException("lost " + item);
  }

  @Override
  public void query(int partition) {
    var page =
        client.query(query ->
            query
                .tableName(TABLE)
                .keyConditionExpression("pk = :pk")
                .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("p" + partition)))
                .consistentRead(true));
    if (page.items().size() != ROWS) throw new IllegalStateException(page.count() + " rows");
  }

  @Override
  public void count(int counter) {
    client.updateItem(update ->
        update
            .tableName(TABLE)
            .key(Map.of("pk", AttributeValue.fromS("c" + counter), "sk", AttributeValue.fromN("0")))
            .updateExpression("ADD n :one")
            .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
  }

  @Override
  public void transact(int first, int second, String payload) {
    client.transactWriteItems(
        transaction -> transaction.transactItems(action(first, payload), action(second, payload)));
  }

  private static TransactWriteItem action(int item, String payload) {
    var put = Put.builder().tableName(TABLE).item(item(item, payload)).build();
    return TransactWriteItem.builder().put(put).build();
  }

  @Override
  public void batch(int[] items, String payload) {
    var writes =
        Arrays.stream(items)
            .mapToObj(
                item -> WriteRequest.builder().putRequest(p -> p.item(item(item, payload))).build())
            .toList();
    client.batchWriteItem(batch -> batch.requestItems(Map.of(TABLE, writes)));
  }

  private static Map<String, AttributeValue> key(int item) {
    return Map.of(
        "pk",
        AttributeValue.fromS("p" + item / ROWS),
        "sk",
        AttributeValue.fromN(Integer.toString(item % ROWS)));
  }

  private static Map<String, AttributeValue> item(int item, String payload) {
    return Map.of(
        "pk",
        AttributeValue.fromS("p" + item / ROWS),
        "sk",
        AttributeValue.fromN(Integer.toString(item % ROWS)),
        "payload",
        AttributeValue.fromS(payload));
  }

  @Override
  public void close() {
    trestle.close();
  }
}

package dev.trestle.app;

import dev.trestle.dynamodb.embedded.Trestle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A table worth looking at, and somebody who keeps changing it. */
final class Demo implements AutoCloseable {
  static final String TABLE = "demo-orders";

  private static final int CUSTOMERS = 40;
  private static final int ORDERS = 10;
  private static final int BATCH = 25;
  private static final List<String> STATES = List.of("placed", "packed", "sent", "delivered");
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final long SEED = 7;

  private final DynamoDbClient client;
  private final Thread customer = Thread.ofVirtual().name("demo").unstarted(this::live);
  private volatile boolean stopping;

  private Demo(DynamoDbClient client) {
    this.client = client;
  }

  /** Makes and fills the table, and begins to change it. */
  static Demo start(Trestle trestle) {
    var demo = new Demo(trestle.client());
    demo.createTable();
    demo.fill();
    demo.customer.start();
    return demo;
  }

  private void createTable() {
    var byState =
        GlobalSecondaryIndex.builder()
            .indexName("by-state")
            .keySchema(key("state", KeyType.HASH), key("changed", KeyType.RANGE))
            .projection(shown -> shown.projectionType(ProjectionType.KEYS_ONLY))
            .build();
    client.createTable(table ->
        table
            .tableName(TABLE)
            .attributeDefinitions(
                attribute("customer", ScalarAttributeType.S),
                attribute("number", ScalarAttributeType.N),
                attribute("state", ScalarAttributeType.S),
                attribute("changed", ScalarAttributeType.N))
            .keySchema(key("customer", KeyType.HASH), key("number", KeyType.RANGE))
            .globalSecondaryIndexes(byState)
            .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private void fill() {
    var writes = new ArrayList<WriteRequest>();
    for (int order = 0; order < CUSTOMERS * ORDERS; order++) {
      var item =
          Map.of(
              "customer", text("customer-" + order / ORDERS),
              "number", number(order % ORDERS),
              "state", text(STATES.get(order % STATES.size())),
              "changed", number(order),
              "cents", number(500 + 37L * order));
      writes.add(WriteRequest.builder().putRequest(put -> put.item(item)).build());
      if (writes.size() == BATCH) {
        var batch = List.copyOf(writes);
        client.batchWriteItem(request -> request.requestItems(Map.of(TABLE, batch)));
        writes.clear();
      }
    }
  }

  private void live() {
    var random = new SplittableRandom(SEED);
    for (long step = 0; !stopping; step++) {
      if (step % 2 == 0) move(random, step);
      else look(random);
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private void move(SplittableRandom random, long step) {
    client.updateItem(update ->
        update
            .tableName(TABLE)
            .key(
                Map.of(
                    "customer", text("customer-" + random.nextInt(CUSTOMERS)),
                    "number", number(random.nextInt(ORDERS))))
            .updateExpression("SET #state = :state, changed = :now")
            .expressionAttributeNames(Map.of("#state", "state"))
            .expressionAttributeValues(
                Map.of(
                    ":state", text(STATES.get(random.nextInt(STATES.size()))),
                    ":now", number(CUSTOMERS * ORDERS + step))));
  }

  private void look(SplittableRandom random) {
    client.query(query ->
        query
            .tableName(TABLE)
            .keyConditionExpression("customer = :customer")
            .expressionAttributeValues(
                Map.of(":customer", text("customer-" + random.nextInt(CUSTOMERS)))));
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  @Override
  public void close() {
    stopping = true;
    LockSupport.unpark(customer);
    try {
      customer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.trestle.conformance.crash;

import dev.trestle.testing.Await;
import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.TableShape;
import dev.trestle.testing.reference.Tables;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * Changes tables while their items are written: adds and drops an index, creates and deletes
 * tables, lets items expire.
 */
final class Housekeeping {
  private static final Duration MAX = Duration.ofMinutes(5);
  private static final int ITEMS = 20;

  private final DynamoDbClient client;
  private final String round;
  private final Consumer<String> acknowledged;

  Housekeeping(DynamoDbClient client, String round, Consumer<String> acknowledged) {
    this.client = client;
    this.round = round;
    this.acknowledged = acknowledged;
  }

  void run(SplittableRandom random) {
    expire();
    for (int i = 0; ; i++) {
      for (int j = 0; j < ITEMS; j++) putExpired(round + "-expired-" + i + "-" + j);
      switch (random.nextInt(3)) {
        case 0 -> createAndDelete("side-" + round + "-" + i);
        case 1 -> addIndex();
        default -> dropIndex();
      }
    }
  }

  private void expire() {
    var table = Layout.LOADED.table();
    var status =
        client.describeTimeToLive(request -> request.tableName(table)).timeToLiveDescription();
    if (status.timeToLiveStatus() != TimeToLiveStatus.DISABLED) return;
    client.updateTimeToLive(request ->
        request
            .tableName(table)
            .timeToLiveSpecification(ttl -> ttl.attributeName(Layout.EXPIRY).enabled(true)));
  }

  private void putExpired(String id) {
    var item =
        Map.of(
            "id",
            ReferenceValues.text(id),
            "v",
            ReferenceValues.number(0),
            "g",
            ReferenceValues.text("expired"),
            Layout.EXPIRY,
            ReferenceValues.number(Instant.now().getEpochSecond() - 5));
    client.putItem(request -> request.tableName(Layout.LOADED.table()).item(item));
  }

  private void createAndDelete(String name) {
    var shape = new TableShape(name, Layout.LOADED.key(), List.of(), false);
    Tables.create(client, shape);
    acknowledged.accept("created " + name);
    for (int i = 0; i < ITEMS; i++) {
      var item = Map.of("id", ReferenceValues.text("item-" + i));
      client.putItem(request -> request.tableName(name).item(item));
    }
    acknowledged.accept("deleting " + name);
    client.deleteTable(request -> request.tableName(name));
    Await.until(() -> isGone(name), MAX);
    acknowledged.accept("deleted " + name);
  }

  private boolean isGone(String table) {
    try {
      client.describeTable(request -> request.tableName(table));
      return false;
    } catch (ResourceNotFoundException _) {
      return true;
    }
  }

  private void addIndex() {
    if (hasIndex()) return;
    var definition =
        AttributeDefinition.builder()
            .attributeName(Layout.NUMBER.name())
            .attributeType(Layout.NUMBER.type())
            .build();
    var key =
        KeySchemaElement.builder()
            .attributeName(Layout.NUMBER.name())
            .keyType(KeyType.HASH)
            .build();
    var create =
        GlobalSecondaryIndexUpdate.builder()
            .create(index ->
                index
                    .indexName(Layout.LATE.name())
                    .keySchema(key)
                    .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY)))
            .build();
    change(create, List.of(definition));
    Await.until(() -> isReady(client), MAX);
    acknowledged.accept("indexed");
  }

  private void dropIndex() {
    if (!hasIndex()) return;
    change(
        GlobalSecondaryIndexUpdate.builder()
            .delete(index -> index.indexName(Layout.LATE.name()))
            .build(),
        List.of());
    Await.until(() -> !hasIndex(), MAX);
    acknowledged.accept("dropped");
  }

  /** A table that is being changed rejects the next change, so it is retried. */
  private void change(GlobalSecondaryIndexUpdate update, List<AttributeDefinition> definitions) {
    Await.until(
        () -> {
          try {
            client.updateTable(request ->
                request
                    .tableName(Layout.LOADED.table())
                    .attributeDefinitions(definitions)
                    .globalSecondaryIndexUpdates(update));
            return true;
          } catch (DynamoDbException e) {
            if (e.awsErrorDetails().errorCode().equals("ResourceInUseException")) return false;
            throw e;
          }
        },
        MAX);
  }

  private boolean hasIndex() {
    return status(client).isPresent();
  }

  /** Returns whether the index that is added late can be read. */
  static boolean isReady(DynamoDbClient client) {
    return status(client).filter(status -> status == IndexStatus.ACTIVE).isPresent();
  }

  static Optional<IndexStatus> status(DynamoDbClient client) {
    return client
        .describeTable(request -> request.tableName(Layout.LOADED.table()))
        .table()
        .globalSecondaryIndexes()
        .stream()
        .filter(index -> index.indexName().equals(Layout.LATE.name()))
        .map(index -> index.indexStatus())
        .findFirst();
  }
}

package dev.trestle.conformance.clients;

import static dev.trestle.conformance.clients.Orders.TABLE;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** Creates, describes, tags and deletes tables. */
record TableChapter(DynamoDbClient db, Telling telling) {
  void begin() {
    db.createTable(Orders.table());
    try (var waiter = DynamoDbWaiter.builder().client(db).build()) {
      waiter.waitUntilTableExists(r -> r.tableName(TABLE));
    }
    var table = db.describeTable(r -> r.tableName(TABLE)).table();
    telling.tell("tables.described", described(table));
    telling.tell("tables.listed", db.listTables(r -> {}).tableNames());
    telling.refused("tables.created-twice", () -> db.createTable(Orders.table()));
    telling.refused("tables.missing", () -> db.describeTable(r -> r.tableName("nowhere")));
    tags(table.tableArn());
    var set =
        db.updateTimeToLive(r ->
            r.tableName(TABLE)
                .timeToLiveSpecification(t -> t.enabled(true).attributeName("expires")));
    telling.tell("tables.expiry-set", set.timeToLiveSpecification());
    var expiry = db.describeTimeToLive(r -> r.tableName(TABLE)).timeToLiveDescription();
    telling.tell("tables.expiry", expiry.attributeName());
  }

  private static Map<String, Object> described(TableDescription table) {
    var local = table.localSecondaryIndexes().getFirst();
    var global = table.globalSecondaryIndexes().getFirst();
    return Map.of(
        "arn",
        table.tableArn(),
        "attributes",
        table.attributeDefinitions().stream()
            .map(AttributeDefinition::attributeName)
            .sorted()
            .toList(),
        "billing",
        table.billingModeSummary().billingModeAsString(),
        "created",
        table.creationDateTime().isAfter(Instant.parse("2001-01-01T00:00:00Z")),
        "global",
        List.of(
            global.indexName(),
            global.indexStatusAsString(),
            global.keySchema(),
            global.projection()),
        "keys",
        table.keySchema(),
        "local",
        List.of(local.indexName(), local.keySchema(), local.projection()),
        "status",
        table.tableStatusAsString(),
        "stream",
        table.streamSpecification());
  }

  private void tags(String arn) {
    var team = Tag.builder().key("team").value("blå").build();
    var stage = Tag.builder().key("stage").value("").build();
    db.tagResource(r -> r.resourceArn(arn).tags(team, stage));
    db.untagResource(r -> r.resourceArn(arn).tagKeys("stage"));
    telling.tell("tables.tags", db.listTagsOfResource(r -> r.resourceArn(arn)).tags());
  }

  void end() {
    db.updateTable(r ->
        r.tableName(TABLE)
            .attributeDefinitions(Orders.attribute("amount", ScalarAttributeType.N))
            .globalSecondaryIndexUpdates(
                GlobalSecondaryIndexUpdate.builder()
                    .create(c ->
                        c.indexName("by-amount")
                            .keySchema(Orders.element("amount", KeyType.HASH))
                            .projection(p -> p.projectionType(ProjectionType.KEYS_ONLY)))
                    .build()));
    while (!db.describeTable(r -> r.tableName(TABLE)).table().globalSecondaryIndexes().stream()
        .allMatch(index -> index.indexStatus() == IndexStatus.ACTIVE)) {
      Thread.onSpinWait();
    }
    var found =
        db.query(r ->
            r.tableName(TABLE)
                .indexName("by-amount")
                .keyConditionExpression("amount = :t")
                .expressionAttributeValues(Map.of(":t", Orders.n("25.0"))));
    telling.tell("end.index-added", found.items());
    try (var waiter = DynamoDbWaiter.builder().client(db).build()) {
      for (var table : List.of(TABLE, StreamChapter.TABLE)) {
        db.deleteTable(r -> r.tableName(table));
        waiter.waitUntilTableNotExists(r -> r.tableName(table));
      }
    }
    telling.tell("end.tables", db.listTables(r -> {}).tableNames());
  }
}

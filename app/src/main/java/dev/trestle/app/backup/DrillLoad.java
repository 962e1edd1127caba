package dev.trestle.app.backup;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import java.nio.file.Path;
import java.util.Map;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Data for a drill where there is none: a table with an index, and many changes of its items. */
public final class DrillLoad {
  private static final String TABLE = "drill";
  private static final int WRITES = 10_000;
  private static final int KEYS = 2_000;

  private DrillLoad() {}

  /** Makes some changes. They are in the recovery log, so a drill can undo them. */
  public static void write(Path data, RandomGenerator random, BackupProgress progress) {
    try (var trestle = Trestle.open(EngineOptions.at(data).withDurability(Durability.FAST))) {
      var client = trestle.client();
      if (client.listTables().tableNames().isEmpty()) create(client);
      for (int i = 0; i < WRITES; i++) {
        progress.at("writing items", i, WRITES);
        write(client, random, i);
      }
    }
  }

  private static void create(DynamoDbClient client) {
    client.createTable(request ->
        request
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(attribute("id"), attribute("group"))
            .keySchema(key("id"))
            .globalSecondaryIndexes(
                GlobalSecondaryIndex.builder()
                    .indexName("by_group")
                    .keySchema(key("group"))
                    .projection(kind -> kind.projectionType(ProjectionType.ALL))
                    .build()));
    client.updateContinuousBackups(request ->
        request
            .tableName(TABLE)
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

  private static void write(DynamoDbClient client, RandomGenerator random, int number) {
    var id = Map.of("id", AttributeValue.fromS("item-" + random.nextInt(KEYS)));
    if (random.nextInt(4) == 0) {
      client.deleteItem(request -> request.tableName(TABLE).key(id));
      return;
    }
    var item =
        Map.of(
            "id", id.get("id"),
            "group", AttributeValue.fromS("group-" + random.nextInt(20)),
            "number", AttributeValue.fromN(Integer.toString(number)));
    client.putItem(request -> request.tableName(TABLE).item(item));
  }
}

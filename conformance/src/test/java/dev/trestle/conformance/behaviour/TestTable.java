package dev.trestle.conformance.behaviour;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/** A table with its own name, shared by the tests of a class. */
record TestTable(DynamoDbClient client, String name) {
  /** Returns an unused name. */
  static String newName() {
    return "trestle-" + UUID.randomUUID();
  }

  /** Creates a table with the key {@code pk} of type S, N or B. */
  static TestTable simple(DynamoDbClient client, String type) {
    return new Plan().key("pk", type, KeyType.HASH).create(client);
  }

  /** Creates a table with the keys {@code pk} and {@code sk} of type S, N or B. */
  static TestTable composite(DynamoDbClient client, String partitionType, String sortType) {
    return new Plan()
        .key("pk", partitionType, KeyType.HASH)
        .key("sk", sortType, KeyType.RANGE)
        .create(client);
  }

  /**
   * Creates a table with the keys {@code pk} and {@code sk}, both S, with a local index {@code
   * local} (by {@code lsk}, N) and the global indexes {@code whole} (by {@code gpk}, S, projecting
   * all) and {@code keys} (by {@code gpk} and {@code gsk}, N, projecting keys and {@code shown}).
   */
  static TestTable indexed(DynamoDbClient client) {
    var plan =
        new Plan()
            .key("pk", "S", KeyType.HASH)
            .key("sk", "S", KeyType.RANGE)
            .attribute("lsk", "N")
            .attribute("gpk", "S")
            .attribute("gsk", "N");
    plan.local.add(
        LocalSecondaryIndex.builder()
            .indexName("local")
            .keySchema(element("pk", KeyType.HASH), element("lsk", KeyType.RANGE))
            .projection(Projection.builder().projectionType(ProjectionType.KEYS_ONLY).build())
            .build());
    plan.global.add(
        GlobalSecondaryIndex.builder()
            .indexName("whole")
            .keySchema(element("gpk", KeyType.HASH))
            .projection(Projection.builder().projectionType(ProjectionType.ALL).build())
            .build());
    plan.global.add(
        GlobalSecondaryIndex.builder()
            .indexName("keys")
            .keySchema(element("gpk", KeyType.HASH), element("gsk", KeyType.RANGE))
            .projection(
                Projection.builder()
                    .projectionType(ProjectionType.INCLUDE)
                    .nonKeyAttributes("shown")
                    .build())
            .build());
    return plan.create(client);
  }

  void put(Map<String, AttributeValue> item) {
    client.putItem(r -> r.tableName(name).item(item));
  }

  /** Returns the item from a consistent read, or an empty map if there is none. */
  Map<String, AttributeValue> get(Map<String, AttributeValue> key) {
    return client.getItem(r -> r.tableName(name).key(key).consistentRead(true)).item();
  }

  boolean has(Map<String, AttributeValue> key) {
    return client.getItem(r -> r.tableName(name).key(key).consistentRead(true)).hasItem();
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static final class Plan {
    private final List<AttributeDefinition> attributes = new ArrayList<>();
    private final List<KeySchemaElement> keys = new ArrayList<>();
    private final List<LocalSecondaryIndex> local = new ArrayList<>();
    private final List<GlobalSecondaryIndex> global = new ArrayList<>();

    Plan attribute(String name, String type) {
      attributes.add(AttributeDefinition.builder().attributeName(name).attributeType(type).build());
      return this;
    }

    Plan key(String name, String type, KeyType kind) {
      keys.add(element(name, kind));
      return attribute(name, type);
    }

    TestTable create(DynamoDbClient client) {
      var name = newName();
      client.createTable(r -> {
        r.tableName(name)
            .attributeDefinitions(attributes)
            .keySchema(keys)
            .billingMode(BillingMode.PAY_PER_REQUEST);
        if (!local.isEmpty()) r.localSecondaryIndexes(local);
        if (!global.isEmpty()) r.globalSecondaryIndexes(global);
      });
      try (var waiter = client.waiter()) {
        waiter.waitUntilTableExists(r -> r.tableName(name));
      }
      return new TestTable(client, name);
    }
  }
}

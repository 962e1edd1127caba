package dev.trestle.conformance.behaviour;

import dev.trestle.conformance.Eventually;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Builds a table with an unused name. Keys are written as {@code "pk S"}: name and type. */
final class TableSketch {
  static final Projection ALL = projection(ProjectionType.ALL);
  static final Projection KEYS_ONLY = projection(ProjectionType.KEYS_ONLY);

  private final String name;
  private final String[] keys;
  private final Map<String, String> types = new LinkedHashMap<>();
  private final List<LocalSecondaryIndex> locals = new ArrayList<>();
  private final List<GlobalSecondaryIndex> globals = new ArrayList<>();
  private final CreateTableRequest.Builder request = CreateTableRequest.builder();

  private TableSketch(String name, String[] keys) {
    this.name = name;
    this.keys = keys;
    for (var key : keys) define(key);
  }

  /** A table with a partition key and perhaps a sort key. */
  static TableSketch of(String stem, String... keys) {
    return new TableSketch(name(stem), keys);
  }

  /** Returns an unused name that begins with this text. */
  static String name(String stem) {
    return "trestle-" + stem + "-" + UUID.randomUUID().toString().substring(0, 13);
  }

  static Projection include(String... attributes) {
    return projection(ProjectionType.INCLUDE).toBuilder().nonKeyAttributes(attributes).build();
  }

  private static Projection projection(ProjectionType type) {
    return Projection.builder().projectionType(type).build();
  }

  /** Adds a global index with a partition key and perhaps a sort key. */
  TableSketch global(String index, Projection projection, String... indexKeys) {
    var sort = Arrays.asList(indexKeys).subList(1, indexKeys.length);
    return global(index, projection, List.of(indexKeys[0]), sort);
  }

  TableSketch global(
      String index, Projection projection, List<String> partition, List<String> sort) {
    var schema = new ArrayList<KeySchemaElement>();
    for (var key : partition) schema.add(element(define(key), KeyType.HASH));
    for (var key : sort) schema.add(element(define(key), KeyType.RANGE));
    globals.add(
        GlobalSecondaryIndex.builder()
            .indexName(index)
            .keySchema(schema)
            .projection(projection)
            .build());
    return this;
  }

  TableSketch local(String index, Projection projection, String sort) {
    locals.add(
        LocalSecondaryIndex.builder()
            .indexName(index)
            .keySchema(element(define(keys[0]), KeyType.HASH), element(define(sort), KeyType.RANGE))
            .projection(projection)
            .build());
    return this;
  }

  TableSketch stream(StreamViewType view) {
    request.streamSpecification(stream -> stream.streamEnabled(true).streamViewType(view));
    return this;
  }

  /** Returns the request, which a test may change. */
  CreateTableRequest.Builder request() {
    var schema = new ArrayList<KeySchemaElement>();
    for (var key : keys) {
      schema.add(element(define(key), schema.isEmpty() ? KeyType.HASH : KeyType.RANGE));
    }
    request.tableName(name).keySchema(schema).attributeDefinitions(definitions());
    if (!locals.isEmpty()) request.localSecondaryIndexes(locals);
    if (!globals.isEmpty()) request.globalSecondaryIndexes(globals);
    return request.billingMode(BillingMode.PAY_PER_REQUEST);
  }

  /** Creates the table, waits until it can be used and returns its name. */
  String create(DynamoDbClient db) {
    db.createTable(request().build());
    awaitActive(db, name);
    return name;
  }

  static void awaitActive(DynamoDbClient db, String table) {
    try (var waiter = db.waiter()) {
      waiter.waitUntilTableExists(request -> request.tableName(table));
    }
  }

  /** Waits until the table is active and its index can be read. */
  static void awaitIndex(DynamoDbClient db, String table, String index) {
    Eventually.holds(() ->
        describe(db, table).globalSecondaryIndexes().stream()
            .anyMatch(each ->
                each.indexName().equals(index) && each.indexStatus() == IndexStatus.ACTIVE));
    awaitSettled(db, table);
  }

  /** Waits until the table and its indexes are active. */
  static void awaitSettled(DynamoDbClient db, String table) {
    Eventually.holds(() -> {
      var found = describe(db, table);
      return found.tableStatus() == TableStatus.ACTIVE
          && found.globalSecondaryIndexes().stream()
              .allMatch(index -> index.indexStatus() == IndexStatus.ACTIVE);
    });
  }

  static TableDescription describe(DynamoDbClient db, String table) {
    return db.describeTable(request -> request.tableName(table)).table();
  }

  static void awaitGone(DynamoDbClient db, String table) {
    try (var waiter = db.waiter()) {
      waiter.waitUntilTableNotExists(request -> request.tableName(table));
    }
  }

  static KeySchemaElement element(String attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
  }

  static AttributeDefinition definition(String attribute, String type) {
    return AttributeDefinition.builder().attributeName(attribute).attributeType(type).build();
  }

  private List<AttributeDefinition> definitions() {
    var definitions = new ArrayList<AttributeDefinition>();
    types.forEach((attribute, type) -> definitions.add(definition(attribute, type)));
    return definitions;
  }

  /** Adds the definition of a key attribute and returns its name. */
  private String define(String key) {
    int space = key.indexOf(' ');
    types.put(key.substring(0, space), key.substring(space + 1));
    return key.substring(0, space);
  }
}

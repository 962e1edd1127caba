package dev.trestle.testing.reference;

import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Creates tables with a given shape. */
public final class Tables {
  private static final Duration CREATION_MAX = Duration.ofSeconds(60);

  private Tables() {}

  /** Creates the table and waits until it is active. */
  public static void create(DynamoDbClient client, TableShape shape) {
    client.createTable(request(shape));
    Await.until(
        () ->
            client.describeTable(request -> request.tableName(shape.table())).table().tableStatus()
                == TableStatus.ACTIVE,
        CREATION_MAX);
  }

  private static CreateTableRequest request(TableShape shape) {
    var request =
        CreateTableRequest.builder()
            .tableName(shape.table())
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(shape.keyAttributes().stream().map(Tables::definition).toList())
            .keySchema(
                schema(shape.key().subList(0, 1), shape.key().subList(1, shape.key().size())));
    var global = new ArrayList<GlobalSecondaryIndex>();
    var local = new ArrayList<LocalSecondaryIndex>();
    for (var index : shape.indexes()) {
      var schema = schema(index.partition(), index.sort());
      var projection = projection(index.projection());
      if (index.local()) {
        local.add(
            LocalSecondaryIndex.builder()
                .indexName(index.name())
                .keySchema(schema)
                .projection(projection)
                .build());
      } else {
        global.add(
            GlobalSecondaryIndex.builder()
                .indexName(index.name())
                .keySchema(schema)
                .projection(projection)
                .build());
      }
    }
    if (!global.isEmpty()) request.globalSecondaryIndexes(global);
    if (!local.isEmpty()) request.localSecondaryIndexes(local);
    if (shape.streamed()) {
      request.streamSpecification(
          StreamSpecification.builder()
              .streamEnabled(true)
              .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)
              .build());
    }
    return request.build();
  }

  private static AttributeDefinition definition(TableShape.KeyAttribute attribute) {
    return AttributeDefinition.builder()
        .attributeName(attribute.name())
        .attributeType(attribute.type())
        .build();
  }

  private static List<KeySchemaElement> schema(
      List<TableShape.KeyAttribute> partition, List<TableShape.KeyAttribute> sort) {
    var schema = new ArrayList<KeySchemaElement>();
    for (var attribute : partition) schema.add(element(attribute, KeyType.HASH));
    for (var attribute : sort) schema.add(element(attribute, KeyType.RANGE));
    return schema;
  }

  private static KeySchemaElement element(TableShape.KeyAttribute attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute.name()).keyType(type).build();
  }

  private static Projection projection(TableShape.Projection projection) {
    return switch (projection) {
      case TableShape.Projection.All() ->
          Projection.builder().projectionType(ProjectionType.ALL).build();
      case TableShape.Projection.KeysOnly() ->
          Projection.builder().projectionType(ProjectionType.KEYS_ONLY).build();
      case TableShape.Projection.Include(var names) ->
          Projection.builder()
              .projectionType(ProjectionType.INCLUDE)
              .nonKeyAttributes(names)
              .build();
    };
  }
}

package dev.trestle.dynamodb.embedded;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ComparisonOperator;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A table with a stream and an index, and items for it. */
public final class Samples {
  public static final String TABLE = "samples";
  public static final String INDEX = "by_colour";

  private Samples() {}

  /** Keys pk (S) and sk (N); items with a colour are in the index. */
  public static void createTable(DynamoDbClient client) {
    client.createTable(r ->
        r.tableName(TABLE)
            .attributeDefinitions(
                attribute("pk", ScalarAttributeType.S),
                attribute("sk", ScalarAttributeType.N),
                attribute("colour", ScalarAttributeType.S))
            .keySchema(element("pk", KeyType.HASH), element("sk", KeyType.RANGE))
            .globalSecondaryIndexes(
                GlobalSecondaryIndex.builder()
                    .indexName(INDEX)
                    .keySchema(element("colour", KeyType.HASH))
                    .projection(p -> p.projectionType(ProjectionType.ALL))
                    .build())
            .streamSpecification(
                s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
            .billingMode(BillingMode.PAY_PER_REQUEST));
    try (var waiter = client.waiter()) {
      waiter.waitUntilTableExists(r -> r.tableName(TABLE));
    }
  }

  public static Map<String, AttributeValue> key(String pk, int sk) {
    return Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromN(Integer.toString(sk)));
  }

  public static Map<String, AttributeValue> item(String pk, int sk) {
    return item(pk, sk, "text", AttributeValue.fromS("of " + pk + " " + sk));
  }

  public static Map<String, AttributeValue> item(
      String pk, int sk, String name, AttributeValue value) {
    var item = new HashMap<>(key(pk, sk));
    item.put(name, value);
    return item;
  }

  public static TransactWriteItem put(String pk, int sk) {
    return TransactWriteItem.builder().put(p -> p.tableName(TABLE).item(item(pk, sk))).build();
  }

  public static TransactWriteItem delete(String pk, int sk) {
    return TransactWriteItem.builder().delete(d -> d.tableName(TABLE).key(key(pk, sk))).build();
  }

  public static TransactWriteItem mustNotExist(String pk, int sk) {
    return TransactWriteItem.builder()
        .conditionCheck(c ->
            c.tableName(TABLE).key(key(pk, sk)).conditionExpression("attribute_not_exists(pk)"))
        .build();
  }

  public static TransactGetItem get(String pk, int sk) {
    return TransactGetItem.builder().get(g -> g.tableName(TABLE).key(key(pk, sk))).build();
  }

  static GlobalSecondaryIndexUpdate dropIndex() {
    return GlobalSecondaryIndexUpdate.builder().delete(d -> d.indexName(INDEX)).build();
  }

  static ExpectedAttributeValue expected(ComparisonOperator operator, AttributeValue value) {
    return ExpectedAttributeValue.builder()
        .comparisonOperator(operator)
        .attributeValueList(value)
        .build();
  }

  public static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  public static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }
}

package dev.trestle.conformance.clients;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** The table of the scenario and its items. */
final class Orders {
  static final String TABLE = "orders";
  static final String BIG = "12345678901234567890123456789012345678";
  static final String TEXT = "å\u0000\u001f\"\\ e\u0301 漢字 😀";

  static final StreamSpecification STREAM =
      StreamSpecification.builder()
          .streamEnabled(true)
          .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)
          .build();

  private Orders() {}

  static CreateTableRequest table() {
    return CreateTableRequest.builder()
        .tableName(TABLE)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(
            attribute("customer", ScalarAttributeType.S),
            attribute("order", ScalarAttributeType.N),
            attribute("status", ScalarAttributeType.S),
            attribute("placed", ScalarAttributeType.S))
        .keySchema(keys("customer", "order"))
        .localSecondaryIndexes(
            LocalSecondaryIndex.builder()
                .indexName("by-placed")
                .keySchema(keys("customer", "placed"))
                .projection(Projection.builder().projectionType(ProjectionType.KEYS_ONLY).build())
                .build())
        .globalSecondaryIndexes(
            GlobalSecondaryIndex.builder()
                .indexName("by-status")
                .keySchema(keys("status", "placed"))
                .projection(
                    Projection.builder()
                        .projectionType(ProjectionType.INCLUDE)
                        .nonKeyAttributes("amount")
                        .build())
                .build())
        .streamSpecification(STREAM)
        .build();
  }

  static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static List<KeySchemaElement> keys(String partition, String sort) {
    return List.of(element(partition, KeyType.HASH), element(sort, KeyType.RANGE));
  }

  static Map<String, AttributeValue> key(String customer, int order) {
    return Map.of("customer", s(customer), "order", n(order));
  }

  /** Returns the first item with the attributes of the second one added. */
  static Map<String, AttributeValue> with(
      Map<String, AttributeValue> item, Map<String, AttributeValue> more) {
    var both = new HashMap<>(item);
    both.putAll(more);
    return both;
  }

  /** Returns an attribute that the item must have. */
  static AttributeValue of(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name), () -> "no " + name + " in " + item);
  }

  static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  static AttributeValue n(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  static AttributeValue n(String number) {
    return AttributeValue.fromN(number);
  }
}

package dev.trestle.bench.stak;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * Stak's messages in a table with an extra local index, or without: what the same work consumes, as
 * the engine reports it. Written with the SDK, since it is not Stak's table.
 */
final class IndexTable {
  /** The sort key of the extra index: a value and the message's id, newest last. */
  static final String SORTED = "sorted";

  private static final String BY_EXPIRY = "by_expiry";
  private static final List<String> IN_BY_EXPIRY =
      List.of("category", "g", "readat", "redacted", "sg");
  private static final int PAGE = 25;
  private static final int EXAMINED_MAX = 500;
  private static final int FOUND_MAX = 20;

  private final DynamoDbClient client;
  private final String name;

  /**
   * Creates the table.
   *
   * @param projection of the extra index; none if there is no such index
   */
  IndexTable(DynamoDbClient client, String name, Optional<ProjectionType> projection) {
    this.client = client;
    this.name = name;
    var attributes = new ArrayList<>(List.of(text("PK"), text("SK")));
    attributes.add(attribute("expiredat", ScalarAttributeType.N));
    var indexes = new ArrayList<LocalSecondaryIndex>();
    indexes.add(
        LocalSecondaryIndex.builder()
            .indexName(BY_EXPIRY)
            .keySchema(key("PK", KeyType.HASH), key("expiredat", KeyType.RANGE))
            .projection(
                p -> p.projectionType(ProjectionType.INCLUDE).nonKeyAttributes(IN_BY_EXPIRY))
            .build());
    if (projection.isPresent()) {
      attributes.add(text(SORTED));
      indexes.add(
          LocalSecondaryIndex.builder()
              .indexName(SORTED)
              .keySchema(key("PK", KeyType.HASH), key(SORTED, KeyType.RANGE))
              .projection(p -> p.projectionType(projection.get()))
              .build());
    }
    client.createTable(request ->
        request
            .tableName(name)
            .attributeDefinitions(attributes)
            .keySchema(List.of(key("PK", KeyType.HASH), key("SK", KeyType.RANGE)))
            .localSecondaryIndexes(indexes)
            .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  private static AttributeDefinition text(String attribute) {
    return attribute(attribute, ScalarAttributeType.S);
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  /** Puts items in one transaction, as a delivery and a reading do; returns the write units. */
  double write(List<Map<String, AttributeValue>> items) {
    var puts =
        items.stream()
            .map(item -> Put.builder().tableName(name).item(item).build())
            .map(put -> TransactWriteItem.builder().put(put).build())
            .toList();
    var request =
        TransactWriteItemsRequest.builder()
            .transactItems(puts)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();
    return client.transactWriteItems(request).consumedCapacity().stream()
        .mapToDouble(ConsumedCapacity::capacityUnits)
        .sum();
  }

  /** Puts one item; returns the write units. */
  double put(Map<String, AttributeValue> item) {
    return client
        .putItem(put ->
            put.tableName(name).item(item).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .capacityUnits();
  }

  /** Examines messages, newest first, until enough match, as Stak does; returns the read units. */
  double filter(String partition, Predicate<Map<String, AttributeValue>> isWanted) {
    double units = 0;
    long found = 0;
    Map<String, AttributeValue> start = Map.of();
    for (int examined = 0; examined < EXAMINED_MAX && found < FOUND_MAX; examined += PAGE) {
      var response = client.query(query("SK", partition, "m#", PAGE, start).build());
      units += response.consumedCapacity().capacityUnits();
      found += response.items().stream().filter(isWanted).count();
      start = response.lastEvaluatedKey();
      if (start.isEmpty()) break;
    }
    return units;
  }

  /** Queries the index for the newest messages with a value; returns the read units. */
  double ask(String partition, String value) {
    var query = query(SORTED, partition, value + "#", FOUND_MAX, Map.of()).indexName(SORTED);
    return client.query(query.build()).consumedCapacity().capacityUnits();
  }

  private QueryRequest.Builder query(
      String sort, String partition, String prefix, int limit, Map<String, AttributeValue> start) {
    var values = new HashMap<String, AttributeValue>();
    values.put(":p", AttributeValue.fromS(partition));
    values.put(":s", AttributeValue.fromS(prefix));
    var query =
        QueryRequest.builder()
            .tableName(name)
            .keyConditionExpression("PK = :p AND begins_with(" + sort + ", :s)")
            .expressionAttributeValues(values)
            .scanIndexForward(false)
            .consistentRead(true)
            .limit(limit)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
    return start.isEmpty() ? query : query.exclusiveStartKey(start);
  }
}

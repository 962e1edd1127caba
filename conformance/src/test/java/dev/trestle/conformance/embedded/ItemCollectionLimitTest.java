package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionSizeLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The size limit of item collections, here one megabyte instead of ten gigabytes. */
class ItemCollectionLimitTest {
  private static final int LIMIT = 1 << 20;
  private static final int ITEM = 10_000;

  @Test
  void a_full_collection_takes_no_more_and_others_do() {
    try (var trestle = Trestle.open(EngineOptions.inMemory().withItemCollectionBytes(LIMIT))) {
      var db = trestle.client();
      create(db);
      assertThatThrownBy(
              () -> {
                for (int number = 0; number < 20 * LIMIT / ITEM; number++) put(db, "full", number);
              })
          .isInstanceOf(ItemCollectionSizeLimitExceededException.class)
          .hasMessageContaining("Item collection size limit exceeded");
      put(db, "other", 1);
      var kept =
          db
              .queryPaginator(query ->
                  query
                      .tableName("limited")
                      .keyConditionExpression("pk = :pk")
                      .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("full"))))
              .items()
              .stream()
              .count();
      assertThat(kept * ITEM).isBetween(LIMIT / 4L, 4L * LIMIT);
    }
  }

  private static void create(DynamoDbClient db) {
    var byDate =
        LocalSecondaryIndex.builder()
            .indexName("by-date")
            .keySchema(Pieces.hash("pk"), range("date"))
            .projection(shown -> shown.projectionType(ProjectionType.KEYS_ONLY))
            .build();
    db.createTable(table ->
        table
            .tableName("limited")
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                Pieces.attribute("pk", ScalarAttributeType.S),
                Pieces.attribute("number", ScalarAttributeType.N),
                Pieces.attribute("date", ScalarAttributeType.S))
            .keySchema(Pieces.hash("pk"), range("number"))
            .localSecondaryIndexes(byDate));
  }

  private static KeySchemaElement range(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.RANGE).build();
  }

  private static void put(DynamoDbClient db, String pk, int number) {
    var item =
        Map.of(
            "pk", AttributeValue.fromS(pk),
            "number", AttributeValue.fromN(Integer.toString(number)),
            "text", AttributeValue.fromS("x".repeat(ITEM)));
    db.putItem(put -> put.tableName("limited").item(item));
  }
}

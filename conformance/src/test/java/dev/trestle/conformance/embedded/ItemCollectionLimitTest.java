package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionSizeLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The size limit of item collections, here one megabyte instead of ten gigabytes. */
class ItemCollectionLimitTest {
  private static final int LIMIT = 1 << 20;
  private static final int ITEM = 10_000;

  @Test
  void a_full_collection_takes_no_more_and_others_do() {
    try (var trestle = Trestle.open(EngineOptions.inMemory().withItemCollectionBytes(LIMIT))) {
      var db = trestle.client();
      create(db);
      assertThatThrownBy(() -> fill(db))
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

  /** Once the other item appeared at some later time, with the next write of anything. */
  @ParameterizedTest
  @EnumSource(Durability.class)
  void what_a_refused_batch_has_written_is_there_when_it_is_answered(
      Durability durability, @TempDir Path folder) {
    var options =
        EngineOptions.at(folder).withDurability(durability).withItemCollectionBytes(LIMIT);
    try (var trestle = Trestle.open(options)) {
      var db = trestle.client();
      create(db);
      assertThatThrownBy(() -> fill(db))
          .isInstanceOf(ItemCollectionSizeLimitExceededException.class);
      var writes = List.of(put("full", -1), put("other", 1));
      assertThatThrownBy(
              () -> db.batchWriteItem(batch -> batch.requestItems(Map.of("limited", writes))))
          .isInstanceOf(ItemCollectionSizeLimitExceededException.class);
      assertThat(db.getItem(get -> get.tableName("limited").key(key("other", 1))).hasItem())
          .isTrue();
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

  private static void fill(DynamoDbClient db) {
    for (int number = 0; number < 20 * LIMIT / ITEM; number++) put(db, "full", number);
  }

  private static void put(DynamoDbClient db, String pk, int number) {
    db.putItem(put -> put.tableName("limited").item(item(pk, number)));
  }

  private static WriteRequest put(String pk, int number) {
    return WriteRequest.builder().putRequest(put -> put.item(item(pk, number))).build();
  }

  private static Map<String, AttributeValue> item(String pk, int number) {
    var item = new HashMap<>(key(pk, number));
    item.put("text", AttributeValue.fromS("x".repeat(ITEM)));
    return item;
  }

  private static Map<String, AttributeValue> key(String pk, int number) {
    return Map.of(
        "pk", AttributeValue.fromS(pk),
        "number", AttributeValue.fromN(Integer.toString(number)));
  }
}

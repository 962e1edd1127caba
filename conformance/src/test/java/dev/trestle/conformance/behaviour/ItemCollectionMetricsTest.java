package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.ReturnItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What writes return about their item collection, in tables with a local index. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ItemCollectionMetricsTest {
  private static final ReturnItemCollectionMetrics SIZE = ReturnItemCollectionMetrics.SIZE;

  private final DynamoDbClient client;
  private final TestTable indexed;
  private final TestTable simple;

  ItemCollectionMetricsTest(DynamoDbClient client) {
    this.client = client;
    indexed = TestTable.indexed(client);
    simple = TestTable.simple(client, "S");
  }

  private static Map<String, AttributeValue> item(String pk) {
    return Map.of("pk", s(pk), "sk", s("a"), "lsk", n(1));
  }

  private static Map<String, AttributeValue> key(String pk) {
    return Map.of("pk", s(pk), "sk", s("a"));
  }

  /** Asserts that the collection is between zero and one gigabyte. */
  private static void assertSmall(ItemCollectionMetrics metrics, String pk) {
    assertThat(metrics.itemCollectionKey()).isEqualTo(Map.of("pk", s(pk)));
    assertThat(metrics.sizeEstimateRangeGB()).containsExactly(0.0, 1.0);
  }

  @Test
  void a_put_an_update_and_a_delete_tell_of_their_collection() {
    var put =
        client.putItem(r ->
            r.tableName(indexed.name()).item(item("single")).returnItemCollectionMetrics(SIZE));
    assertSmall(put.itemCollectionMetrics(), "single");
    var update =
        client.updateItem(r ->
            r.tableName(indexed.name())
                .key(key("single"))
                .updateExpression("SET a = lsk")
                .returnItemCollectionMetrics(SIZE));
    assertSmall(update.itemCollectionMetrics(), "single");
    var delete =
        client.deleteItem(
            r -> r.tableName(indexed.name()).key(key("single")).returnItemCollectionMetrics(SIZE));
    assertSmall(delete.itemCollectionMetrics(), "single");
  }

  @Test
  void a_batch_tells_table_by_table() {
    var puts =
        List.of("batch-1", "batch-2").stream()
            .map(pk -> WriteRequest.builder().putRequest(p -> p.item(item(pk))).build())
            .toList();
    var other = WriteRequest.builder().putRequest(p -> p.item(Map.of("pk", s("batch")))).build();
    var answer =
        client.batchWriteItem(r ->
            r.requestItems(Map.of(indexed.name(), puts, simple.name(), List.of(other)))
                .returnItemCollectionMetrics(SIZE));

    assertThat(answer.itemCollectionMetrics()).containsOnlyKeys(indexed.name());
    assertThat(answer.itemCollectionMetrics().get(indexed.name()))
        .extracting(ItemCollectionMetrics::itemCollectionKey)
        .containsExactlyInAnyOrder(Map.of("pk", s("batch-1")), Map.of("pk", s("batch-2")));
  }

  @Test
  void a_transaction_tells_table_by_table() {
    var put =
        TransactWriteItem.builder()
            .put(p -> p.tableName(indexed.name()).item(item("transaction")))
            .build();
    var answer =
        client.transactWriteItems(r -> r.transactItems(put).returnItemCollectionMetrics(SIZE));

    assertThat(answer.itemCollectionMetrics()).containsOnlyKeys(indexed.name());
    assertThat(answer.itemCollectionMetrics().get(indexed.name()))
        .singleElement()
        .extracting(one -> one.itemCollectionKey())
        .isEqualTo(Map.of("pk", s("transaction")));
  }

  @Test
  void nothing_is_told_unless_asked() {
    var none =
        client.putItem(r ->
            r.tableName(indexed.name())
                .item(item("quiet"))
                .returnItemCollectionMetrics(ReturnItemCollectionMetrics.NONE));

    assertThat(none.itemCollectionMetrics()).isNull();
  }

  @Test
  void a_table_without_a_local_index_has_no_collections() {
    var answer =
        client.putItem(r ->
            r.tableName(simple.name())
                .item(Map.of("pk", s("a")))
                .returnItemCollectionMetrics(SIZE));

    assertThat(answer.itemCollectionMetrics()).isNull();
  }
}

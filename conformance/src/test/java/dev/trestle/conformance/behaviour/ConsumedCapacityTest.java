package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.filler;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What reads and writes of items cost, and what is returned about it. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsumedCapacityTest {
  private final AtomicInteger keys = new AtomicInteger();
  private final DynamoDbClient client;
  private final TestTable simple;
  private final TestTable indexed;

  ConsumedCapacityTest(DynamoDbClient client) {
    this.client = client;
    simple = TestTable.simple(client, "S");
    indexed = TestTable.indexed(client);
  }

  /** Returns a key of 10 bytes, including its name. */
  private Map<String, AttributeValue> newKey() {
    return Map.of("pk", s("%08d".formatted(keys.incrementAndGet())));
  }

  /** Returns an item of this many bytes. */
  private static Map<String, AttributeValue> item(Map<String, AttributeValue> key, int bytes) {
    return bytes < 11 ? key : with(key, Map.of("p", filler(bytes - 11)));
  }

  private double put(Map<String, AttributeValue> item) {
    return client
        .putItem(r ->
            r.tableName(simple.name())
                .item(item)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .capacityUnits();
  }

  @ParameterizedTest
  @CsvSource({"10, 1", "1024, 1", "1025, 2", "2048, 2", "2049, 3", "409600, 400"})
  void a_put_costs_a_unit_for_each_kilobyte_begun(int bytes, double units) {
    assertThat(put(item(newKey(), bytes))).isEqualTo(units);
  }

  @Test
  void a_put_costs_what_the_larger_of_both_items_does() {
    var key = newKey();
    put(item(key, 5000));

    assertThat(put(item(key, 100))).isEqualTo(5.0);
    assertThat(put(item(key, 100))).isEqualTo(1.0);
    assertThat(put(item(key, 3000))).isEqualTo(3.0);
  }

  @ParameterizedTest
  @CsvSource({"10, 0.5, 1", "4096, 0.5, 1", "4097, 1, 2", "8193, 1.5, 3", "409600, 50, 100"})
  void a_get_costs_half_a_unit_for_each_4_kilobytes_begun_and_a_whole_one_if_consistent(
      int bytes, double eventual, double consistent) {
    var key = newKey();
    put(item(key, bytes));

    assertThat(get(key, false)).isEqualTo(eventual);
    assertThat(get(key, true)).isEqualTo(consistent);
  }

  private double get(Map<String, AttributeValue> key, boolean consistent) {
    return client
        .getItem(r ->
            r.tableName(simple.name())
                .key(key)
                .consistentRead(consistent)
                .projectionExpression("absent")
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .capacityUnits();
  }

  @Test
  void what_is_not_there_costs_as_little_as_can_be() {
    assertThat(get(newKey(), false)).isEqualTo(0.5);
    assertThat(get(newKey(), true)).isEqualTo(1.0);
    assertThat(delete(newKey())).isEqualTo(1.0);
  }

  private double delete(Map<String, AttributeValue> key) {
    return client
        .deleteItem(r ->
            r.tableName(simple.name())
                .key(key)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .capacityUnits();
  }

  @Test
  void a_delete_costs_what_the_item_does() {
    var key = newKey();
    put(item(key, 3000));

    assertThat(delete(key)).isEqualTo(3.0);
  }

  @Test
  void an_update_costs_what_the_larger_of_both_items_does() {
    var key = newKey();
    put(item(key, 3000));

    assertThat(update(key, "SET a = :v", n(1))).isEqualTo(3.0);
    assertThat(update(key, "SET p = :v", filler(5000))).isEqualTo(5.0);
    assertThat(update(key, "SET p = :v", filler(10))).isEqualTo(5.0);
    assertThat(update(key, "SET p = :v", filler(10))).isEqualTo(1.0);
    assertThat(update(newKey(), "SET p = :v", filler(2000))).isEqualTo(2.0);
  }

  private double update(Map<String, AttributeValue> key, String expression, AttributeValue value) {
    return client
        .updateItem(r ->
            r.tableName(simple.name())
                .key(key)
                .updateExpression(expression)
                .expressionAttributeValues(Map.of(":v", value))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .capacityUnits();
  }

  @Test
  void a_total_is_one_sum() {
    var capacity = putIndexed(ReturnConsumedCapacity.TOTAL, indexedItem("total", Map.of()));

    assertThat(capacity.tableName()).isEqualTo(indexed.name());
    assertThat(capacity.capacityUnits()).isEqualTo(1.0);
    assertThat(capacity.table()).isNull();
    assertThat(capacity.hasGlobalSecondaryIndexes()).isFalse();
    assertThat(capacity.hasLocalSecondaryIndexes()).isFalse();
    assertThat(capacity.readCapacityUnits()).isNull();
    assertThat(capacity.writeCapacityUnits()).isNull();
  }

  private static Map<String, AttributeValue> indexedItem(
      String pk, Map<String, AttributeValue> more) {
    return with(Map.of("pk", s(pk), "sk", s("a")), more);
  }

  private ConsumedCapacity putIndexed(
      ReturnConsumedCapacity report, Map<String, AttributeValue> item) {
    return client
        .putItem(r -> r.tableName(indexed.name()).item(item).returnConsumedCapacity(report))
        .consumedCapacity();
  }

  /** Returns the units by table and index, without those that were not used. */
  private static Map<String, Double> parts(ConsumedCapacity capacity) {
    var parts = new HashMap<String, Double>();
    parts.put("table", capacity.table().capacityUnits());
    Function<Capacity, Double> units = Capacity::capacityUnits;
    capacity.globalSecondaryIndexes().forEach((name, each) -> parts.put(name, units.apply(each)));
    capacity.localSecondaryIndexes().forEach((name, each) -> parts.put(name, units.apply(each)));
    assertThat(capacity.capacityUnits())
        .isEqualTo(parts.values().stream().mapToDouble(part -> part).sum());
    return parts;
  }

  private Map<String, Double> putParts(Map<String, AttributeValue> item) {
    return parts(putIndexed(ReturnConsumedCapacity.INDEXES, item));
  }

  @Test
  void an_index_is_charged_for_items_that_enter_it() {
    assertThat(putParts(indexedItem("enter", Map.of("other", n(1)))))
        .isEqualTo(Map.of("table", 1.0));
    assertThat(putParts(indexedItem("enter", Map.of("gpk", s("g"), "lsk", n(1)))))
        .isEqualTo(Map.of("table", 1.0, "whole", 1.0, "local", 1.0));
    assertThat(putParts(indexedItem("enter-all", Map.of("gpk", s("g"), "gsk", n(1), "lsk", n(1)))))
        .isEqualTo(Map.of("table", 1.0, "whole", 1.0, "keys", 1.0, "local", 1.0));
  }

  @Test
  void an_index_is_charged_by_the_size_of_what_it_holds() {
    var item =
        indexedItem("size", Map.of("gpk", s("g"), "gsk", n(1), "lsk", n(1), "p", filler(2500)));

    assertThat(putParts(item))
        .isEqualTo(Map.of("table", 3.0, "whole", 3.0, "keys", 1.0, "local", 1.0));
  }

  @Test
  void an_index_is_charged_for_items_that_leave_it() {
    putIndexed(
        ReturnConsumedCapacity.NONE,
        indexedItem("leave", Map.of("gpk", s("g"), "p", filler(1500))));

    assertThat(putParts(indexedItem("leave", Map.of())))
        .isEqualTo(Map.of("table", 2.0, "whole", 2.0));
  }

  @Test
  void an_index_is_not_charged_for_what_it_does_not_hold() {
    var keys = Map.of("gpk", s("g"), "gsk", n(1), "lsk", n(1));
    putIndexed(ReturnConsumedCapacity.NONE, indexedItem("unseen", keys));

    assertThat(putParts(indexedItem("unseen", with(keys, Map.of("other", n(1))))))
        .isEqualTo(Map.of("table", 1.0, "whole", 1.0));
    assertThat(putParts(indexedItem("unseen", with(keys, Map.of("other", n(1), "shown", n(1))))))
        .isEqualTo(Map.of("table", 1.0, "whole", 1.0, "keys", 1.0));
  }

  @Test
  void a_write_that_changes_nothing_is_charged_to_the_table_alone() {
    var item = indexedItem("same", Map.of("gpk", s("g"), "gsk", n(1), "lsk", n(1)));
    putIndexed(ReturnConsumedCapacity.NONE, item);

    assertThat(putParts(item)).isEqualTo(Map.of("table", 1.0));
  }

  @Test
  void an_index_is_charged_twice_for_items_that_move_in_it() {
    putIndexed(
        ReturnConsumedCapacity.NONE,
        indexedItem("move", Map.of("gpk", s("g"), "gsk", n(1), "lsk", n(1), "p", filler(1500))));

    assertThat(putParts(indexedItem("move", Map.of("gpk", s("h"), "gsk", n(1), "lsk", n(2)))))
        .isEqualTo(Map.of("table", 2.0, "whole", 3.0, "keys", 2.0, "local", 2.0));
  }

  @Test
  void a_delete_is_charged_to_the_indexes_too() {
    putIndexed(
        ReturnConsumedCapacity.NONE,
        indexedItem("delete", Map.of("gpk", s("g"), "lsk", n(1), "p", filler(1500))));
    var answer =
        client.deleteItem(r ->
            r.tableName(indexed.name())
                .key(indexedItem("delete", Map.of()))
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES));

    assertThat(parts(answer.consumedCapacity()))
        .isEqualTo(Map.of("table", 2.0, "whole", 2.0, "local", 1.0));
  }

  @Test
  void a_get_has_parts_too() {
    var answer =
        client.getItem(r ->
            r.tableName(indexed.name())
                .key(indexedItem("none", Map.of()))
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES));

    assertThat(parts(answer.consumedCapacity())).isEqualTo(Map.of("table", 0.5));
  }

  @Test
  void a_batch_is_charged_item_by_item_and_told_table_by_table() {
    var requests =
        Map.of(
            simple.name(),
            List.of(batchPut(item(newKey(), 100)), batchPut(item(newKey(), 1500))),
            indexed.name(),
            List.of(batchPut(indexedItem("batch", Map.of("gpk", s("g"))))));
    var answer =
        client.batchWriteItem(
            r -> r.requestItems(requests).returnConsumedCapacity(ReturnConsumedCapacity.INDEXES));

    assertThat(answer.consumedCapacity()).hasSize(2);
    for (var capacity : answer.consumedCapacity()) {
      assertThat(parts(capacity))
          .isEqualTo(
              capacity.tableName().equals(simple.name())
                  ? Map.of("table", 3.0)
                  : Map.of("table", 1.0, "whole", 1.0));
    }
  }

  private static WriteRequest batchPut(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(p -> p.item(item)).build();
  }

  @Test
  void a_transaction_costs_the_table_twice_as_much() {
    var key = newKey();
    put(item(key, 2000));
    var answer =
        client.transactWriteItems(r ->
            r.transactItems(
                    TransactWriteItem.builder()
                        .put(p -> p.tableName(simple.name()).item(item(newKey(), 1500)))
                        .build(),
                    TransactWriteItem.builder()
                        .delete(d -> d.tableName(simple.name()).key(key))
                        .build())
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));

    assertThat(answer.consumedCapacity()).hasSize(1);
    assertThat(answer.consumedCapacity().getFirst().capacityUnits()).isEqualTo(8.0);
    assertThat(answer.consumedCapacity().getFirst().writeCapacityUnits()).isEqualTo(8.0);
  }

  @Test
  void a_transactional_read_costs_two_units_for_each_4_kilobytes_begun() {
    var large = newKey();
    put(item(large, 5000));
    var answer =
        client.transactGetItems(r ->
            r.transactItems(get(large), get(newKey()))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));

    assertThat(answer.consumedCapacity()).hasSize(1);
    assertThat(answer.consumedCapacity().getFirst().capacityUnits()).isEqualTo(6.0);
    assertThat(answer.consumedCapacity().getFirst().readCapacityUnits()).isEqualTo(6.0);
  }

  private TransactGetItem get(Map<String, AttributeValue> key) {
    return TransactGetItem.builder().get(g -> g.tableName(simple.name()).key(key)).build();
  }
}

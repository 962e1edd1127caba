package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.b;
import static dev.trestle.conformance.behaviour.Attributes.bool;
import static dev.trestle.conformance.behaviour.Attributes.bs;
import static dev.trestle.conformance.behaviour.Attributes.bytes;
import static dev.trestle.conformance.behaviour.Attributes.filler;
import static dev.trestle.conformance.behaviour.Attributes.l;
import static dev.trestle.conformance.behaviour.Attributes.m;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.ns;
import static dev.trestle.conformance.behaviour.Attributes.nul;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Attributes.ss;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.cancelled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.trestle.testing.TrestleTest;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * An item has at most 409,600 bytes. The limit is exact, so it also shows how much each value
 * counts: an item that is filled up to it with text is accepted, and with one more byte it is not.
 */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ItemSizeTest {
  private static final int ITEM_BYTES = 400 * 1024;
  private static final String TOO_LARGE = "Item size has exceeded the maximum allowed size";
  private static final String TOO_LARGE_TO_UPDATE =
      "Item size to update has exceeded the maximum allowed size";

  private final DynamoDbClient client;
  private final TestTable table;

  ItemSizeTest(DynamoDbClient client) {
    this.client = client;
    table = TestTable.simple(client, "S");
  }

  /** Returns an item of this many bytes: 52 for the key, the rest is filler. */
  private static Map<String, AttributeValue> item(String key, int bytes) {
    return Map.of("pk", key(key), "p", filler(bytes - 53));
  }

  /** Returns a key of 50 bytes, so that the charge for an update's text does not matter. */
  private static AttributeValue key(String start) {
    return s(start + "-".repeat(50 - start.length()));
  }

  static Stream<Arguments> sizes() {
    return Stream.of(
        arguments(s(""), 0),
        arguments(s("é漢\uD83D\uDE80"), 9),
        arguments(b(1, 2, 3), 3),
        arguments(bool(false), 1),
        arguments(nul(), 1),
        arguments(n("0"), 1),
        arguments(n("1"), 2),
        arguments(n("12"), 2),
        arguments(n("123"), 3),
        arguments(n("-1"), 3),
        arguments(n("1E125"), 2),
        arguments(n("3.14159"), 5),
        arguments(n("123456"), 4),
        arguments(n("0.5"), 2),
        arguments(n("12345678901234567890123456789012345678"), 20),
        arguments(ss("a", "bc"), 3),
        arguments(ns("1", "22"), 4),
        arguments(bs(bytes(1), bytes(2, 3)), 3),
        arguments(l(), 3),
        arguments(l(s("ab"), nul()), 8),
        arguments(m(Map.of()), 3),
        arguments(m(Map.of("name", s("ab"))), 10));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void a_value_counts_so_many_bytes(AttributeValue value, int bytes) {
    // 2 and 4 bytes for the key, 1 for each of the other names.
    int room = ITEM_BYTES - 6 - 1 - bytes - 1;
    table.put(Map.of("pk", s("size"), "v", value, "p", filler(room)));

    assertInvalid(
        () -> table.put(Map.of("pk", s("size"), "v", value, "p", filler(room + 1))), TOO_LARGE);
  }

  @Test
  void names_count_with_their_bytes() {
    var name = "ä".repeat(10);
    int room = ITEM_BYTES - 6 - 20 - 1 - 1;
    table.put(Map.of("pk", s("name"), name, nul(), "p", filler(room)));

    assertInvalid(
        () -> table.put(Map.of("pk", s("name"), name, nul(), "p", filler(room + 1))), TOO_LARGE);
  }

  @Test
  void an_update_may_fill_an_item_up() {
    update("update", ITEM_BYTES);
    assertThat(table.get(Map.of("pk", key("update")))).isEqualTo(item("update", ITEM_BYTES));

    assertInvalid(() -> update("update", ITEM_BYTES + 1), TOO_LARGE_TO_UPDATE);
    assertInvalid(() -> update("new", ITEM_BYTES + 1), TOO_LARGE_TO_UPDATE);
  }

  private void update(String key, int bytes) {
    client.updateItem(r ->
        r.tableName(table.name())
            .key(Map.of("pk", key(key)))
            .updateExpression("SET p = :p")
            .expressionAttributeValues(Map.of(":p", filler(bytes - 53))));
  }

  @Test
  void what_an_update_appends_counts_too() {
    table.put(Map.of("pk", key("append"), "l", l(filler(ITEM_BYTES / 2)), "n", n(1)));

    assertInvalid(
        () ->
            client.updateItem(r ->
                r.tableName(table.name())
                    .key(Map.of("pk", key("append")))
                    .updateExpression("SET l = list_append(l, l)")),
        TOO_LARGE_TO_UPDATE);
  }

  @Test
  void a_batch_takes_items_up_to_the_same_size() {
    batch(item("batch", ITEM_BYTES));
    assertThat(table.has(Map.of("pk", key("batch")))).isTrue();

    assertInvalid(() -> batch(item("batch", ITEM_BYTES + 1)), TOO_LARGE);
  }

  private void batch(Map<String, AttributeValue> item) {
    var put = WriteRequest.builder().putRequest(p -> p.item(item)).build();
    client.batchWriteItem(r -> r.requestItems(Map.of(table.name(), List.of(put))));
  }

  @Test
  void a_transaction_takes_items_up_to_the_same_size() {
    transact(item("transact", ITEM_BYTES));
    assertThat(table.has(Map.of("pk", key("transact")))).isTrue();

    assertInvalid(() -> transact(item("transact", ITEM_BYTES + 1)), TOO_LARGE);
  }

  private void transact(Map<String, AttributeValue> item) {
    client.transactWriteItems(r ->
        r.transactItems(
            TransactWriteItem.builder().put(p -> p.tableName(table.name()).item(item)).build()));
  }

  @Test
  void an_update_that_makes_an_item_too_large_cancels_its_transaction() {
    var reasons =
        cancelled(
            () ->
                client.transactWriteItems(r ->
                    r.transactItems(
                        TransactWriteItem.builder()
                            .update(u ->
                                u.tableName(table.name())
                                    .key(Map.of("pk", key("transact-update")))
                                    .updateExpression("SET p = :p")
                                    .expressionAttributeValues(
                                        Map.of(":p", filler(ITEM_BYTES - 52))))
                            .build())),
            "ValidationError");

    assertThat(reasons.getFirst().message()).isEqualTo(TOO_LARGE_TO_UPDATE);
    assertThat(table.has(Map.of("pk", key("transact-update")))).isFalse();
  }
}

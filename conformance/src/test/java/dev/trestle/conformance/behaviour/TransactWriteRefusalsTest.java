package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.filler;
import static dev.trestle.conformance.behaviour.Attributes.l;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.nested;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertNotFound;
import static dev.trestle.conformance.behaviour.ValidationErrors.cancelled;
import static dev.trestle.conformance.behaviour.ValidationErrors.missing;
import static dev.trestle.conformance.behaviour.ValidationErrors.notOneOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.trestle.testing.TrestleTest;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** Which errors reject a transaction as a whole, which cancel it, and which is reported first. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransactWriteRefusalsTest {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final String MISMATCH = "The provided key element does not match the schema";
  private static final String EMPTY_KEY =
      "One or more parameter values are not valid. The AttributeValue for a key attribute cannot"
          + " contain an empty string value. Key: pk";
  private static final String TOO_DEEP =
      "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels"
          + " beyond supported limit";

  private final DynamoDbClient client;
  private final TestTable table;
  private final TestTable indexed;
  private final String absent = TestTable.newName();

  TransactWriteRefusalsTest(DynamoDbClient client) {
    this.client = client;
    table = TestTable.simple(client, "S");
    indexed = TestTable.indexed(client);
  }

  private static Map<String, AttributeValue> key(String pk) {
    return Map.of("pk", s(pk));
  }

  private static TransactWriteItem put(String table, Map<String, AttributeValue> item) {
    return TransactWriteItem.builder().put(p -> p.tableName(table).item(item)).build();
  }

  private TransactWriteItem put(Map<String, AttributeValue> item) {
    return put(table.name(), item);
  }

  private TransactWriteItem update(Map<String, AttributeValue> key) {
    return TransactWriteItem.builder()
        .update(u ->
            u.tableName(table.name())
                .key(key)
                .updateExpression("SET a = :a")
                .expressionAttributeValues(Map.of(":a", n(1))))
        .build();
  }

  private TransactWriteItem delete(Map<String, AttributeValue> key) {
    return TransactWriteItem.builder().delete(d -> d.tableName(table.name()).key(key)).build();
  }

  private TransactWriteItem check(Map<String, AttributeValue> key, String condition) {
    return TransactWriteItem.builder()
        .conditionCheck(c -> c.tableName(table.name()).key(key).conditionExpression(condition))
        .build();
  }

  private TransactWriteItem check(Map<String, AttributeValue> key) {
    return check(key, "attribute_exists(pk)");
  }

  private TransactWriteItemsResponse write(TransactWriteItem... actions) {
    return client.transactWriteItems(r -> r.transactItems(actions));
  }

  private void assertCancelledBecause(String text, TransactWriteItem action) {
    var reasons = cancelled(() -> write(put(key("beside")), action), "None", "ValidationError");

    assertThat(reasons.get(1).message()).isEqualTo(text);
    assertThat(table.has(key("beside"))).isFalse();
  }

  @Test
  void a_wrong_key_in_an_item_cancels() {
    assertCancelledBecause(
        INVALID + "Type mismatch for key pk expected: S actual: N", put(Map.of("pk", n(5))));
    assertCancelledBecause(
        INVALID + "Type mismatch for key pk expected: S actual: L", put(Map.of("pk", l(s("x")))));
    assertCancelledBecause(INVALID + "Missing the key pk in the item", put(Map.of("a", n(5))));
  }

  @Test
  void actions_after_the_first_invalid_one_are_not_checked() {
    cancelled(
        () -> write(put(key("a")), put(Map.of("pk", n(5))), delete(Map.of("pk", n(6)))),
        "None",
        "ValidationError",
        "None");
  }

  @Test
  void more_than_4_megabytes_are_refused() {
    var actions =
        IntStream.range(0, 11)
            .mapToObj(i -> put(Map.of("pk", s("large-" + i), "p", filler(390 * 1024))))
            .toArray(TransactWriteItem[]::new);
    assertThatExceptionOfType(DynamoDbException.class)
        .isThrownBy(() -> write(actions))
        .withMessageContaining(
            "Transaction payload size cannot exceed 4MB. Payload Size: : Transaction payload size"
                + " cannot exceed 4MB. Payload Size: ");
    assertThat(table.has(key("large-0"))).isFalse();
  }

  @Test
  void values_of_more_than_4_megabytes_are_refused() {
    var actions =
        IntStream.range(0, 11)
            .mapToObj(i -> setting("set-" + i, filler(390 * 1024)))
            .toArray(TransactWriteItem[]::new);
    assertThatExceptionOfType(DynamoDbException.class)
        .isThrownBy(() -> write(actions))
        .withMessageContaining("Transaction payload size cannot exceed 4MB. Payload Size: ");
    assertThat(table.has(key("set-0"))).isFalse();
  }

  private TransactWriteItem setting(String pk, AttributeValue value) {
    return TransactWriteItem.builder()
        .update(u ->
            u.tableName(table.name())
                .key(key(pk))
                .updateExpression("SET a = :a")
                .expressionAttributeValues(Map.of(":a", value)))
        .build();
  }

  /** The size of the request is limited, not that of the items. */
  @Test
  void more_than_4_megabytes_can_be_deleted() {
    var keys = IntStream.range(0, 11).mapToObj(i -> key("deleted-" + i)).toList();
    for (int i = 0; i < keys.size(); i++) {
      table.put(Map.of("pk", s("deleted-" + i), "p", filler(390 * 1024)));
    }
    write(keys.stream().map(this::delete).toArray(TransactWriteItem[]::new));
    assertThat(keys).noneMatch(table::has);
  }

  @Test
  void a_wrong_key_cancels() {
    for (var key : List.of(Map.of("pk", n(5)), Map.of("pk", l(s("x"))), Map.of("other", s("a")))) {
      assertCancelledBecause(MISMATCH, update(key));
      assertCancelledBecause(MISMATCH, delete(key));
      assertCancelledBecause(MISMATCH, check(key));
    }
  }

  @Test
  void an_empty_key_refuses_the_whole_transaction() {
    for (var action : List.of(put(key("")), update(key("")), delete(key("")), check(key("")))) {
      assertInvalid(() -> write(put(key("beside")), action), EMPTY_KEY);
    }
  }

  @Test
  void a_wrong_index_key_cancels() {
    assertCancelledBecause(
        INVALID + "Type mismatch for Index Key lsk Expected: N Actual: S IndexName: local",
        put(indexed.name(), Map.of("pk", s("a"), "sk", s("a"), "lsk", s("a"))));
  }

  @Test
  void a_change_of_the_key_cancels() {
    assertCancelledBecause(
        INVALID + "Cannot update attribute pk. This attribute is part of the key",
        TransactWriteItem.builder()
            .update(u ->
                u.tableName(table.name())
                    .key(key("a"))
                    .updateExpression("SET pk = :a")
                    .expressionAttributeValues(Map.of(":a", s("b"))))
            .build());
  }

  @Test
  void a_table_that_does_not_exist_is_not_found() {
    assertNotFound(() -> write(put(key("a")), put(absent, key("b"))));
    assertThat(table.has(key("a"))).isFalse();
  }

  @Test
  void the_table_is_looked_up_before_items_are_compared() {
    assertNotFound(() -> write(put(absent, key("a")), put(absent, key("a"))));
  }

  @Test
  void faulty_expressions_are_told_before_the_table_is_looked_up() {
    var syntax = "Invalid ConditionExpression: Syntax error; token: \"<EOF>\", near: \"(\"";
    assertInvalid(
        () -> write(put(absent, key("a")), check(key("b"), "attribute_not_exists(")), syntax);
    var unused =
        TransactWriteItem.builder()
            .conditionCheck(c ->
                c.tableName(table.name())
                    .key(key("b"))
                    .conditionExpression("attribute_not_exists(pk)")
                    .expressionAttributeValues(Map.of(":v", s("x"))))
            .build();
    var text = "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}";
    assertInvalid(() -> write(put(absent, key("a")), unused), text);
    assertInvalid(() -> write(unused, put(absent, key("a"))), text);
    assertInvalid(() -> write(put(key("b")), unused), text);
  }

  @Test
  void faulty_values_are_told_before_the_table_is_looked_up() {
    assertInvalid(() -> write(put(absent, Map.of("pk", s("a"), "d", nested(40)))), TOO_DEEP);
    assertInvalid(
        () ->
            write(
                put(absent, Map.of("pk", s("a"), "d", nested(40))),
                put(absent, Map.of("pk", s("a"), "", n(1)))),
        TOO_DEEP);
    assertInvalid(
        () ->
            write(
                put(absent, Map.of("pk", s("a"), "", n(1))),
                put(absent, Map.of("pk", s("a"), "d", nested(40)))),
        "Empty attribute name");
  }

  @Test
  void an_action_is_of_one_kind() {
    var both = put(key("a")).toBuilder().delete(delete(key("a")).delete()).build();
    assertInvalid(
        () -> write(both), "TransactItems can only contain one of Check, Put, Update or Delete");
  }

  @Test
  void what_is_missing_or_unknown_is_told_at_once() {
    var capacity = notOneOf("returnConsumedCapacity", "A", "INDEXES, TOTAL, NONE");
    var metrics = notOneOf("returnItemCollectionMetrics", "B", "SIZE, NONE");
    assertFaults(
        () ->
            client.transactWriteItems(
                r -> r.returnConsumedCapacity("A").returnItemCollectionMetrics("B")),
        capacity,
        metrics,
        missing("transactItems"));
    assertFaults(
        () ->
            client.transactWriteItems(r ->
                r.transactItems(put(absent, key("a")), put(absent, key("a")))
                    .returnConsumedCapacity("A")
                    .returnItemCollectionMetrics("B")),
        capacity,
        metrics);
  }

  @Test
  void each_action_has_what_it_needs() {
    var name = table.name();
    assertFaults(
        () -> write(TransactWriteItem.builder().put(p -> p.tableName(name)).build()),
        missing("transactItems.1.member.put.item"));
    assertFaults(
        () ->
            write(
                put(key("a")),
                TransactWriteItem.builder()
                    .update(u -> u.tableName(name).updateExpression("SET a = b"))
                    .build()),
        missing("transactItems.2.member.update.key"));
    assertFaults(
        () -> write(TransactWriteItem.builder().delete(d -> d.tableName(name)).build()),
        missing("transactItems.1.member.delete.key"));
    assertFaults(
        () ->
            write(
                TransactWriteItem.builder()
                    .conditionCheck(c -> c.tableName(name).conditionExpression("a = b"))
                    .build()),
        missing("transactItems.1.member.conditionCheck.key"));
  }

  @Test
  void a_transaction_has_an_action() {
    assertInvalid(
        () -> write(),
        "Value '[]' at 'transactItems' failed to satisfy constraint: Member must have length"
            + " greater than or equal to 1",
        "Value at 'TransactItems' failed to satisfy constraint: Member must have length greater"
            + " than or equal to 1");
  }

  @Test
  void a_token_has_at_most_36_characters() {
    var token = "x".repeat(37);
    assertInvalid(
        () ->
            client.transactWriteItems(
                r -> r.transactItems(put(key("a"))).clientRequestToken(token)),
        "Value '"
            + token
            + "' at 'clientRequestToken' failed to satisfy constraint: Member must have length less"
            + " than or equal to 36",
        "Value at 'ClientRequestToken' failed to satisfy constraint: Member must have length less"
            + " than or equal to 36");
  }

  @Test
  void names_of_tables_are_looked_at_first() {
    assertFaults(
        () ->
            client.transactWriteItems(
                r -> r.transactItems(put("bad!", key("a"))).returnConsumedCapacity("A")),
        "Value 'bad!' at 'transactItems.1.member.put.tableName' failed to satisfy constraint:"
            + " Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+",
        notOneOf("returnConsumedCapacity", "A", "INDEXES, TOTAL, NONE"));
  }
}

package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Attributes.with;
import static dev.trestle.conformance.behaviour.ValidationErrors.CONDITION_FAILED;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.cancelled;
import static dev.trestle.conformance.behaviour.ValidationErrors.invalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** What transactions write. Their errors have their own tests. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransactWriteItemsTest {
  private final DynamoDbClient client;
  private final TestTable table;
  private final TestTable other;

  TransactWriteItemsTest(DynamoDbClient client) {
    this.client = client;
    table = TestTable.simple(client, "S");
    other = TestTable.composite(client, "S", "N");
  }

  private static Map<String, AttributeValue> key(String pk) {
    return Map.of("pk", s(pk));
  }

  private TransactWriteItem put(Map<String, AttributeValue> item, Consumer<Put.Builder> more) {
    return TransactWriteItem.builder()
        .put(p -> more.accept(p.tableName(table.name()).item(item)))
        .build();
  }

  private TransactWriteItem put(String pk) {
    return put(key(pk), p -> {});
  }

  private TransactWriteItem putNew(String pk) {
    return put(key(pk), p -> p.conditionExpression("attribute_not_exists(pk)"));
  }

  private TransactWriteItem update(String pk, Consumer<Update.Builder> more) {
    return TransactWriteItem.builder()
        .update(u -> more.accept(u.tableName(table.name()).key(key(pk))))
        .build();
  }

  private TransactWriteItem add(String pk, long amount) {
    return update(
        pk,
        u ->
            u.updateExpression("ADD amount :amount")
                .expressionAttributeValues(Map.of(":amount", n(amount))));
  }

  private TransactWriteItem delete(String pk, Consumer<Delete.Builder> more) {
    return TransactWriteItem.builder()
        .delete(d -> more.accept(d.tableName(table.name()).key(key(pk))))
        .build();
  }

  private TransactWriteItem check(String pk, Consumer<ConditionCheck.Builder> more) {
    return TransactWriteItem.builder()
        .conditionCheck(c -> more.accept(c.tableName(table.name()).key(key(pk))))
        .build();
  }

  private TransactWriteItemsResponse write(TransactWriteItem... actions) {
    return client.transactWriteItems(r -> r.transactItems(actions));
  }

  @Test
  void names_and_values_without_an_expression_are_ignored() {
    table.put(key("dropped"));
    var names = Map.of("#unused", "unused");
    var values = Map.of(":unused", n(1));
    write(
        put(key("kept"), p -> p.expressionAttributeNames(names).expressionAttributeValues(values)),
        delete(
            "dropped", d -> d.expressionAttributeNames(names).expressionAttributeValues(values)));
    assertThat(table.has(key("kept"))).isTrue();
    assertThat(table.has(key("dropped"))).isFalse();
    assertInvalid(
        () ->
            write(
                put(
                    key("refused"),
                    p ->
                        p.conditionExpression("attribute_not_exists(pk)")
                            .expressionAttributeNames(names))),
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}");
  }

  @Test
  void all_actions_are_done() {
    table.put(with(key("updated"), Map.of("amount", n(1))));
    table.put(key("deleted"));
    table.put(key("checked"));
    var elsewhere = Map.of("pk", s("elsewhere"), "sk", n(1));

    var answer =
        write(
            put("put"),
            add("updated", 2),
            delete("deleted", d -> {}),
            check("checked", c -> c.conditionExpression("attribute_exists(pk)")),
            TransactWriteItem.builder()
                .put(p -> p.tableName(other.name()).item(elsewhere))
                .build());

    assertThat(answer.hasConsumedCapacity()).isFalse();
    assertThat(answer.hasItemCollectionMetrics()).isFalse();
    assertThat(table.has(key("put"))).isTrue();
    assertThat(table.get(key("updated"))).containsEntry("amount", n(3));
    assertThat(table.has(key("deleted"))).isFalse();
    assertThat(table.get(key("checked"))).isEqualTo(key("checked"));
    assertThat(other.has(elsewhere)).isTrue();
  }

  @Test
  void an_update_makes_an_item() {
    write(add("made", 5));

    assertThat(table.get(key("made"))).isEqualTo(with(key("made"), Map.of("amount", n(5))));
  }

  @Test
  void a_hundred_actions_are_done_at_once() {
    write(
        IntStream.range(0, 100)
            .mapToObj(i -> put("hundred-" + i))
            .toArray(TransactWriteItem[]::new));

    for (int i = 0; i < 100; i++) assertThat(table.has(key("hundred-" + i))).isTrue();
  }

  @Test
  void one_failed_condition_leaves_all_undone() {
    table.put(with(key("balance"), Map.of("amount", n(10))));
    table.put(key("there"));

    cancelled(
        () ->
            write(add("balance", -5), putNew("there"), put("undone"), delete("there-too", d -> {})),
        "None",
        "ConditionalCheckFailed",
        "None",
        "None");

    assertThat(table.get(key("balance"))).containsEntry("amount", n(10));
    assertThat(table.has(key("undone"))).isFalse();
  }

  @Test
  void reasons_stand_at_the_place_of_their_action() {
    table.put(key("one"));
    table.put(key("three"));
    var reasons =
        cancelled(
            () -> write(putNew("one"), putNew("two"), putNew("three")),
            "ConditionalCheckFailed",
            "None",
            "ConditionalCheckFailed");

    assertThat(reasons.get(0).message()).isEqualTo(CONDITION_FAILED);
    assertThat(reasons.get(1).message()).isNull();
    assertThat(reasons.get(1).hasItem()).isFalse();
    assertThat(reasons.get(2).message()).isEqualTo(CONDITION_FAILED);
  }

  @Test
  void a_condition_of_any_action_may_fail() {
    var wanted = "attribute_exists(pk)";
    for (var action :
        new TransactWriteItem[] {
          put(key("no"), p -> p.conditionExpression(wanted)),
          update(
              "no",
              u ->
                  u.updateExpression("SET a = :a")
                      .conditionExpression(wanted)
                      .expressionAttributeValues(Map.of(":a", n(1)))),
          delete("no", d -> d.conditionExpression(wanted)),
          check("no", c -> c.conditionExpression(wanted)),
        }) {
      cancelled(() -> write(put("beside"), action), "None", "ConditionalCheckFailed");
    }

    assertThat(table.has(key("no"))).isFalse();
    assertThat(table.has(key("beside"))).isFalse();
  }

  @Test
  void the_item_in_the_way_is_shown_where_that_was_asked() {
    var item = with(key("shown"), Map.of("v", n(1)));
    table.put(item);
    table.put(key("hidden"));
    var reasons =
        cancelled(
            () ->
                write(
                    put(
                        key("shown"),
                        p ->
                            p.conditionExpression("attribute_not_exists(pk)")
                                .returnValuesOnConditionCheckFailure("ALL_OLD")),
                    putNew("hidden"),
                    check(
                        "nothing",
                        c ->
                            c.conditionExpression("attribute_exists(pk)")
                                .returnValuesOnConditionCheckFailure("ALL_OLD"))),
            "ConditionalCheckFailed",
            "ConditionalCheckFailed",
            "ConditionalCheckFailed");

    assertThat(reasons.get(0).item()).isEqualTo(item);
    assertThat(reasons.get(1).hasItem()).isFalse();
    assertThat(reasons.get(2).hasItem()).isFalse();
  }

  @Test
  void the_first_update_that_cannot_be_computed_is_reported_by_its_position() {
    table.put(with(key("text"), Map.of("amount", s("ten"))));
    var reasons =
        cancelled(
            () ->
                write(
                    add("text", 1),
                    update("absent", u -> u.updateExpression("SET a = b + b")),
                    put("c")),
            "ValidationError",
            "None",
            "None");

    assertThat(reasons.get(0).message())
        .isEqualTo("An operand in the update expression has an incorrect data type");
  }

  @Test
  void conditions_see_what_was_there_before_the_transaction() {
    table.put(key("before"));
    write(
        delete("before", d -> d.conditionExpression("attribute_exists(pk)")),
        check("after", c -> c.conditionExpression("attribute_not_exists(pk)")));

    assertThat(table.has(key("before"))).isFalse();
  }

  @Test
  void an_item_is_touched_once() {
    var text = "Transaction request cannot include multiple operations on one item";
    assertInvalid(() -> write(put("twice"), put("twice")), text);
    assertInvalid(() -> write(put("twice"), delete("twice", d -> {})), text);
    assertInvalid(
        () ->
            write(
                add("twice", 1),
                put("beside"),
                check("twice", c -> c.conditionExpression("attribute_exists(pk)"))),
        text);

    assertThat(table.has(key("twice"))).isFalse();
  }

  @Test
  void more_than_a_hundred_actions_are_refused() {
    var actions =
        IntStream.range(0, 101).mapToObj(i -> put("over-" + i)).toArray(TransactWriteItem[]::new);

    assertThat(invalid(() -> write(actions)))
        .startsWith("1 validation error detected: Value '[")
        .endsWith(
            "]' at 'transactItems' failed to satisfy constraint: Member must have length less than"
                + " or equal to 100");
  }

  @Test
  void more_than_4_megabytes_are_refused() {
    var actions =
        IntStream.range(0, 11)
            .mapToObj(i ->
                put(with(key("large-" + i), Map.of("p", Attributes.filler(390 * 1024))), p -> {}))
            .toArray(TransactWriteItem[]::new);

    invalid(() -> write(actions));
    assertThat(table.has(key("large-0"))).isFalse();
  }

  @Test
  void a_token_makes_a_repeated_transaction_do_nothing() {
    var token = UUID.randomUUID().toString();
    for (int i = 0; i < 3; i++) {
      client.transactWriteItems(r -> r.transactItems(add("counted", 1)).clientRequestToken(token));
    }

    assertThat(table.get(key("counted"))).containsEntry("amount", n(1));
  }

  @Test
  void without_a_token_of_ones_own_a_transaction_is_done_again() {
    write(add("again", 1));
    write(add("again", 1));

    assertThat(table.get(key("again"))).containsEntry("amount", n(2));
  }

  @Test
  void a_token_stands_for_one_request() {
    var token = UUID.randomUUID().toString();
    client.transactWriteItems(r -> r.transactItems(add("one", 1)).clientRequestToken(token));

    for (var different :
        new TransactWriteItem[] {
          add("one", 2), add("other", 1), put("one"), delete("one", d -> {})
        }) {
      var refusal =
          refusal(
              IdempotentParameterMismatchException.class,
              () ->
                  client.transactWriteItems(
                      r -> r.transactItems(different).clientRequestToken(token)));
      assertThat(refusal.awsErrorDetails().errorCode())
          .isEqualTo("IdempotentParameterMismatchException");
    }
    assertThat(table.get(key("one"))).containsEntry("amount", n(1));
    assertThat(table.has(key("other"))).isFalse();
  }

  @Test
  void a_cancelled_transaction_may_be_repeated_with_its_token() {
    var token = UUID.randomUUID().toString();
    var action =
        update(
            "later",
            u ->
                u.updateExpression("ADD amount :one")
                    .conditionExpression("attribute_exists(pk)")
                    .expressionAttributeValues(Map.of(":one", n(1))));
    cancelled(
        () -> client.transactWriteItems(r -> r.transactItems(action).clientRequestToken(token)),
        "ConditionalCheckFailed");
    table.put(key("later"));
    client.transactWriteItems(r -> r.transactItems(action).clientRequestToken(token));

    assertThat(table.get(key("later"))).containsEntry("amount", n(1));
  }

  @Test
  void a_repeated_transaction_is_charged_for_reading() {
    var token = UUID.randomUUID().toString();
    var action = put(with(key("charged"), Map.of("p", Attributes.filler(1500))), p -> {});
    var first = charged(token, action);
    var second = charged(token, action);

    assertThat(first.consumedCapacity().getFirst().capacityUnits()).isEqualTo(4.0);
    assertThat(first.consumedCapacity().getFirst().writeCapacityUnits()).isEqualTo(4.0);
    assertThat(second.consumedCapacity().getFirst().readCapacityUnits()).isEqualTo(2.0);
  }

  private TransactWriteItemsResponse charged(String token, TransactWriteItem action) {
    return client.transactWriteItems(r ->
        r.transactItems(action)
            .clientRequestToken(token)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
  }
}

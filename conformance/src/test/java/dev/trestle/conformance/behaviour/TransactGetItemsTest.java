package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.filler;
import static dev.trestle.conformance.behaviour.Attributes.m;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertNotFound;
import static dev.trestle.conformance.behaviour.ValidationErrors.cancelled;
import static dev.trestle.conformance.behaviour.ValidationErrors.invalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.missing;
import static dev.trestle.conformance.behaviour.ValidationErrors.notOneOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;

@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransactGetItemsTest {
  private static final String MISMATCH = "The provided key element does not match the schema";

  private final DynamoDbClient client;
  private final TestTable first;
  private final TestTable second;

  TransactGetItemsTest(DynamoDbClient client) {
    this.client = client;
    first = TestTable.simple(client, "S");
    second = TestTable.composite(client, "S", "N");
  }

  private static Map<String, AttributeValue> key(String pk) {
    return Map.of("pk", s(pk));
  }

  private static TransactGetItem from(String table, Map<String, AttributeValue> key) {
    return TransactGetItem.builder().get(g -> g.tableName(table).key(key)).build();
  }

  private TransactGetItem first(String pk) {
    return from(first.name(), key(pk));
  }

  private TransactGetItemsResponse get(TransactGetItem... gets) {
    return client.transactGetItems(r -> r.transactItems(gets));
  }

  @Test
  void items_come_in_the_order_in_which_they_were_asked_for() {
    var one = Map.of("pk", s("one"), "v", n(1));
    var two = Map.of("pk", s("two"), "sk", n(2), "v", n(2));
    first.put(one);
    second.put(two);

    var answer =
        get(from(second.name(), Map.of("pk", s("two"), "sk", n(2))), first("absent"), first("one"));

    assertThat(answer.responses()).hasSize(3);
    assertThat(answer.responses().get(0).item()).isEqualTo(two);
    assertThat(answer.responses().get(1).hasItem()).isFalse();
    assertThat(answer.responses().get(2).item()).isEqualTo(one);
    assertThat(answer.hasConsumedCapacity()).isFalse();
  }

  @Test
  void each_get_has_its_own_projection() {
    first.put(Map.of("pk", s("shown"), "a", n(1), "b", m(Map.of("x", n(1), "y", n(2)))));
    first.put(Map.of("pk", s("whole"), "a", n(1)));
    var projected =
        TransactGetItem.builder()
            .get(g ->
                g.tableName(first.name())
                    .key(key("shown"))
                    .projectionExpression("#b.x, absent")
                    .expressionAttributeNames(Map.of("#b", "b")))
            .build();

    assertThat(get(projected, first("whole")).responses())
        .extracting(ItemResponse::item)
        .containsExactly(Map.of("b", m(Map.of("x", n(1)))), Map.of("pk", s("whole"), "a", n(1)));
  }

  @Test
  void names_without_a_projection_are_ignored() {
    first.put(key("named"));
    var named =
        TransactGetItem.builder()
            .get(g ->
                g.tableName(first.name())
                    .key(key("named"))
                    .expressionAttributeNames(Map.of("#unused", "unused")))
            .build();
    assertThat(get(named).responses().getFirst().item()).isEqualTo(key("named"));
  }

  @Test
  void a_hundred_items_are_got_at_once() {
    first.put(key("hundred-42"));
    var gets =
        IntStream.range(0, 100)
            .mapToObj(i -> first("hundred-" + i))
            .toArray(TransactGetItem[]::new);
    var found = get(gets).responses();

    assertThat(found).hasSize(100);
    assertThat(found.get(42).hasItem()).isTrue();
    assertThat(found.get(43).hasItem()).isFalse();
  }

  @Test
  void more_than_a_hundred_items_are_refused() {
    var gets =
        IntStream.range(0, 101).mapToObj(i -> first("k" + i)).toArray(TransactGetItem[]::new);

    assertThat(invalid(() -> get(gets)))
        .startsWith("1 validation error detected: Value '[")
        .endsWith(
            "]' at 'transactItems' failed to satisfy constraint: Member must have length less than"
                + " or equal to 100");
  }

  @Test
  void an_item_is_asked_for_once() {
    assertInvalid(
        () -> get(first("twice"), first("twice")),
        "Transaction request cannot include multiple operations on one item");
  }

  @Test
  void more_than_4_megabytes_are_refused() {
    var gets =
        IntStream.range(0, 11)
            .mapToObj(i -> {
              first.put(Map.of("pk", s("large-" + i), "p", filler(390 * 1024)));
              return first("large-" + i);
            })
            .toArray(TransactGetItem[]::new);

    assertThat(get(List.of(gets).subList(0, 10).toArray(TransactGetItem[]::new)).responses())
        .hasSize(10)
        .allMatch(ItemResponse::hasItem);
    invalid(() -> get(gets));
  }

  @Test
  void a_wrong_key_cancels_and_is_told_by_its_position() {
    first.put(key("fine"));
    var reasons =
        cancelled(
            () -> get(first("fine"), from(first.name(), Map.of("pk", n(1)))),
            "None",
            "ValidationError");

    assertThat(reasons.get(0).message()).isNull();
    assertThat(reasons.get(1).message()).isEqualTo(MISMATCH);
    cancelled(() -> get(from(first.name(), Map.of())), "ValidationError");
  }

  @Test
  void keys_after_the_first_wrong_one_are_not_checked() {
    var wrong = from(first.name(), Map.of("pk", n(1)));
    var alsoWrong = from(first.name(), Map.of("pk", n(2)));
    cancelled(() -> get(wrong, alsoWrong), "ValidationError", "None");
  }

  @Test
  void a_projection_that_matches_nothing_leaves_no_item() {
    first.put(key("projected"));
    var get =
        TransactGetItem.builder()
            .get(
                g -> g.tableName(first.name()).key(key("projected")).projectionExpression("absent"))
            .build();
    assertThat(get(get).responses().getFirst().hasItem()).isFalse();
  }

  @Test
  void an_empty_key_is_refused_before_anything_else() {
    assertInvalid(
        () -> get(first("fine"), first("")),
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot"
            + " contain an empty string value. Key: pk");
  }

  @Test
  void a_faulty_projection_is_refused_before_anything_else() {
    var faulty =
        TransactGetItem.builder()
            .get(g -> g.tableName(first.name()).key(key("a")).projectionExpression("!!!"))
            .build();
    assertInvalid(
        () -> get(from(TestTable.newName(), key("a")), faulty),
        "Invalid ProjectionExpression: Syntax error; token: \"!\", near: \"!!\"");
  }

  @Test
  void a_table_that_does_not_exist_is_not_found() {
    assertNotFound(() -> get(first("a"), from(TestTable.newName(), key("a"))));
  }

  @Test
  void what_is_missing_or_unknown_is_told_at_once() {
    assertFaults(
        () -> client.transactGetItems(r -> r.returnConsumedCapacity("A")),
        notOneOf("returnConsumedCapacity", "A", "INDEXES, TOTAL, NONE"),
        missing("transactItems"));
    assertInvalid(
        () -> get(),
        "Value '[]' at 'transactItems' failed to satisfy constraint: Member must have length"
            + " greater than or equal to 1",
        "Value at 'TransactItems' failed to satisfy constraint: Member must have length greater"
            + " than or equal to 1");
    assertFaults(
        () -> get(TransactGetItem.builder().get(g -> g.tableName(first.name())).build()),
        missing("transactItems.1.member.get.key"));
    assertFaults(
        () ->
            client.transactGetItems(r ->
                r.transactItems(from(TestTable.newName(), key("a"))).returnConsumedCapacity("A")),
        notOneOf("returnConsumedCapacity", "A", "INDEXES, TOTAL, NONE"));
  }
}

package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.b;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertNotFound;
import static dev.trestle.conformance.behaviour.ValidationErrors.conditionFailed;
import static dev.trestle.conformance.behaviour.ValidationErrors.missing;
import static dev.trestle.conformance.behaviour.ValidationErrors.notOneOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;

@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeleteItemTest {
  private static final String MISMATCH = "The provided key element does not match the schema";

  private final DynamoDbClient client;
  private final TestTable simple;
  private final TestTable composite;

  DeleteItemTest(DynamoDbClient client) {
    this.client = client;
    simple = TestTable.simple(client, "S");
    composite = TestTable.composite(client, "S", "B");
  }

  private DeleteItemResponse delete(String pk, Consumer<DeleteItemRequest.Builder> more) {
    return client.deleteItem(r -> more.accept(r.tableName(simple.name()).key(Map.of("pk", s(pk)))));
  }

  private DeleteItemResponse delete(TestTable table, Map<String, AttributeValue> key) {
    return client.deleteItem(r -> r.tableName(table.name()).key(key));
  }

  private Map<String, AttributeValue> putItem(String pk) {
    var item = Map.of("pk", s(pk), "n", n(1));
    simple.put(item);
    return item;
  }

  @Test
  void a_deleted_item_is_gone() {
    putItem("gone");
    var answer = delete("gone", r -> {});

    assertThat(answer.hasAttributes()).isFalse();
    assertThat(answer.consumedCapacity()).isNull();
    assertThat(simple.has(Map.of("pk", s("gone")))).isFalse();
  }

  @Test
  void deleting_nothing_is_fine() {
    assertThat(delete("nothing", r -> r.returnValues("ALL_OLD")).hasAttributes()).isFalse();
  }

  @Test
  void only_the_item_with_this_key_goes() {
    var first = Map.of("pk", s("two"), "sk", b(1));
    var second = Map.of("pk", s("two"), "sk", b(1, 0));
    composite.put(first);
    composite.put(second);
    delete(composite, first);

    assertThat(composite.has(first)).isFalse();
    assertThat(composite.has(second)).isTrue();
  }

  @Test
  void all_old_shows_the_item_that_was_deleted() {
    var item = putItem("old");

    assertThat(delete("old", r -> r.returnValues("ALL_OLD")).attributes()).isEqualTo(item);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"})
  void what_an_update_returns_a_delete_does_not(String values) {
    assertInvalid(
        () -> delete("values", r -> r.returnValues(values)),
        "ReturnValues can only be ALL_OLD or NONE");
  }

  @Test
  void a_failed_condition_leaves_the_item_there() {
    var item = putItem("kept");
    var refusal =
        conditionFailed(() ->
            delete(
                "kept",
                r ->
                    r.conditionExpression("n > :n")
                        .expressionAttributeValues(Map.of(":n", n(1)))
                        .returnValuesOnConditionCheckFailure("ALL_OLD")));

    assertThat(refusal.item()).isEqualTo(item);
    assertThat(simple.get(Map.of("pk", s("kept")))).isEqualTo(item);
  }

  @Test
  void a_condition_that_holds_lets_the_item_go() {
    putItem("let-go");
    delete(
        "let-go",
        r -> r.conditionExpression("n = :n").expressionAttributeValues(Map.of(":n", n(1))));

    assertThat(simple.has(Map.of("pk", s("let-go")))).isFalse();
  }

  @Test
  void a_condition_wants_an_item_that_is_not_there() {
    conditionFailed(() -> delete("absent", r -> r.conditionExpression("attribute_exists(pk)")));
    delete("absent", r -> r.conditionExpression("attribute_not_exists(pk)"));
  }

  @Test
  void a_key_is_all_of_the_key_and_nothing_else() {
    assertInvalid(() -> delete(composite, Map.of("pk", s("a"))), MISMATCH);
    assertInvalid(() -> delete(composite, Map.of("pk", s("a"), "sk", s("a"))), MISMATCH);
    assertInvalid(() -> delete(simple, Map.of("pk", s("a"), "n", n(1))), MISMATCH);
    assertInvalid(() -> delete(simple, Map.of()), MISMATCH);
    assertInvalid(
        () -> delete(composite, Map.of("pk", s("a"), "sk", b())),
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot"
            + " contain an empty binary value. Key: sk");
  }

  @Test
  void a_table_that_does_not_exist_is_not_found() {
    assertNotFound(
        () -> client.deleteItem(r -> r.tableName(TestTable.newName()).key(Map.of("pk", s("a")))));
  }

  @Test
  void what_is_missing_or_unknown_is_told_at_once() {
    assertFaults(
        () ->
            client.deleteItem(r ->
                r.returnConsumedCapacity("A").returnItemCollectionMetrics("B").returnValues("C")),
        notOneOf("returnConsumedCapacity", "A", "INDEXES, TOTAL, NONE"),
        missing("tableName"),
        notOneOf("returnItemCollectionMetrics", "B", "SIZE, NONE"),
        notOneOf("returnValues", "C", "ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW"),
        missing("key"));
  }

  @Test
  void expressions_have_what_they_need_and_no_more() {
    assertInvalid(
        () -> delete("a", r -> r.expressionAttributeValues(Map.of(":a", n(1)))),
        "ExpressionAttributeValues can only be specified when using expressions");
    assertInvalid(
        () -> delete("a", r -> r.expressionAttributeNames(Map.of("#a", "a"))),
        "ExpressionAttributeNames can only be specified when using expressions");
    assertInvalid(
        () ->
            delete(
                "a",
                r ->
                    r.conditionExpression("attribute_exists(a)")
                        .expressionAttributeValues(Map.of())),
        "ExpressionAttributeValues must not be empty");
    assertInvalid(
        () ->
            delete(
                "a",
                r ->
                    r.conditionExpression("attribute_exists(a)")
                        .expressionAttributeValues(Map.of(":a", n(1)))),
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:a}");
    assertInvalid(
        () -> delete("a", r -> r.conditionExpression("")),
        "Invalid ConditionExpression: The expression can not be empty;");
  }
}

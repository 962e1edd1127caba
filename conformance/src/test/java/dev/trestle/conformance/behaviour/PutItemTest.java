package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.b;
import static dev.trestle.conformance.behaviour.Attributes.filler;
import static dev.trestle.conformance.behaviour.Attributes.l;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Attributes.with;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PutItemTest {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final String EMPTY_KEY =
      "One or more parameter values are not valid. The AttributeValue for a key attribute cannot"
          + " contain an empty %s value. Key: %s";

  private final DynamoDbClient client;
  private final TestTable simple;
  private final TestTable composite;
  private final TestTable indexed;

  PutItemTest(DynamoDbClient client) {
    this.client = client;
    simple = TestTable.simple(client, "S");
    composite = TestTable.composite(client, "B", "N");
    indexed = TestTable.indexed(client);
  }

  private PutItemResponse put(
      Map<String, AttributeValue> item, Consumer<PutItemRequest.Builder> more) {
    return client.putItem(r -> more.accept(r.tableName(simple.name()).item(item)));
  }

  private PutItemResponse put(TestTable table, Map<String, AttributeValue> item) {
    return client.putItem(r -> r.tableName(table.name()).item(item));
  }

  @Test
  void an_item_is_stored_whole() {
    var item = Map.of("pk", s("whole"), "n", n(1), "b", b(0, 255), "l", l(n(1), s("")));
    put(simple, item);

    assertThat(simple.get(Map.of("pk", s("whole")))).isEqualTo(item);
  }

  @Test
  void an_item_replaces_the_one_that_has_its_key() {
    var key = Map.of("pk", s("replaced"));
    put(simple, with(key, Map.of("old", n(1))));
    put(simple, with(key, Map.of("new", n(2))));

    assertThat(simple.get(key)).isEqualTo(with(key, Map.of("new", n(2))));
  }

  @Test
  void items_with_the_same_partition_key_stand_side_by_side() {
    var first = Map.of("pk", b(1), "sk", n(1));
    var second = Map.of("pk", b(1), "sk", n("1.5"));
    put(composite, first);
    put(composite, second);

    assertThat(composite.has(first)).isTrue();
    assertThat(composite.has(second)).isTrue();
  }

  @Test
  void numbers_that_are_equal_are_the_same_key() {
    put(composite, Map.of("pk", b(2), "sk", n("1.00"), "written", s("first")));
    put(composite, Map.of("pk", b(2), "sk", n("1"), "written", s("second")));

    assertThat(composite.get(Map.of("pk", b(2), "sk", n("10e-1"))))
        .isEqualTo(Map.of("pk", b(2), "sk", n("1"), "written", s("second")));
  }

  @Test
  void nothing_is_returned_unless_asked() {
    var item = Map.of("pk", s("quiet"));
    put(simple, item);
    var answer = put(item, r -> {});

    assertThat(answer.hasAttributes()).isFalse();
    assertThat(answer.consumedCapacity()).isNull();
    assertThat(answer.itemCollectionMetrics()).isNull();
  }

  @Test
  void all_old_shows_the_item_that_was_replaced() {
    var old = Map.of("pk", s("all-old"), "n", n(1));
    put(simple, old);

    assertThat(put(Map.of("pk", s("all-old")), r -> r.returnValues("ALL_OLD")).attributes())
        .isEqualTo(old);
  }

  @Test
  void all_old_of_a_new_item_is_nothing() {
    var answer = put(Map.of("pk", s("all-old-new")), r -> r.returnValues("ALL_OLD"));

    assertThat(answer.hasAttributes()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"})
  void what_an_update_returns_a_put_does_not(String values) {
    assertInvalid(
        () -> put(Map.of("pk", s("values")), r -> r.returnValues(values)),
        "ReturnValues can only be ALL_OLD or NONE");
  }

  @Test
  void a_failed_condition_leaves_the_item_as_it_was() {
    var item = Map.of("pk", s("kept"), "n", n(1));
    put(simple, item);

    var refusal =
        conditionFailed(() ->
            put(Map.of("pk", s("kept")), r -> r.conditionExpression("attribute_not_exists(pk)")));

    assertThat(refusal.hasItem()).isFalse();
    assertThat(simple.get(Map.of("pk", s("kept")))).isEqualTo(item);
  }

  @Test
  void a_failed_condition_shows_the_item_if_asked() {
    var item = Map.of("pk", s("shown"), "n", n(1));
    put(simple, item);

    var refusal =
        conditionFailed(() ->
            put(
                Map.of("pk", s("shown")),
                r ->
                    r.conditionExpression("attribute_not_exists(pk)")
                        .returnValuesOnConditionCheckFailure(
                            ReturnValuesOnConditionCheckFailure.ALL_OLD)));

    assertThat(refusal.item()).isEqualTo(item);
  }

  @Test
  void a_failed_condition_on_nothing_shows_nothing() {
    var refusal =
        conditionFailed(() ->
            put(
                Map.of("pk", s("nothing")),
                r ->
                    r.conditionExpression("attribute_exists(pk)")
                        .returnValuesOnConditionCheckFailure(
                            ReturnValuesOnConditionCheckFailure.ALL_OLD)));

    assertThat(refusal.hasItem()).isFalse();
    assertThat(simple.has(Map.of("pk", s("nothing")))).isFalse();
  }

  @Test
  void a_condition_that_holds_lets_the_item_in() {
    put(simple, Map.of("pk", s("version"), "v", n(1)));

    put(
        Map.of("pk", s("version"), "v", n(2)),
        r ->
            r.conditionExpression("#v = :seen")
                .expressionAttributeNames(Map.of("#v", "v"))
                .expressionAttributeValues(Map.of(":seen", n(1)))
                .returnValues(ReturnValue.NONE));

    assertThat(simple.get(Map.of("pk", s("version")))).containsEntry("v", n(2));
  }

  @Test
  void a_condition_sees_the_old_item_and_not_the_new_one() {
    conditionFailed(() ->
        put(Map.of("pk", s("sees"), "v", n(1)), r -> r.conditionExpression("attribute_exists(v)")));
  }

  @Test
  void a_table_that_does_not_exist_is_not_found() {
    assertNotFound(
        () -> client.putItem(r -> r.tableName(TestTable.newName()).item(Map.of("pk", s("a")))));
  }

  @Test
  void what_is_missing_or_unknown_is_told_at_once() {
    assertFaults(() -> client.putItem(r -> r.item(Map.of("pk", s("a")))), missing("tableName"));
    assertFaults(
        () ->
            client.putItem(r ->
                r.returnConsumedCapacity("A").returnItemCollectionMetrics("B").returnValues("C")),
        missing("tableName"),
        missing("item"),
        notOneOf("returnConsumedCapacity", "A", "INDEXES, TOTAL, NONE"),
        notOneOf("returnItemCollectionMetrics", "B", "SIZE, NONE"),
        notOneOf("returnValues", "C", "ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW"));
  }

  @Test
  void a_table_has_a_name_of_letters_digits_and_a_few_signs() {
    var item = Map.of("pk", s("a"));
    assertFaults(
        () -> client.putItem(r -> r.tableName("bad name!").item(item)),
        "Value 'bad name!' at 'tableName' failed to satisfy constraint: Member must satisfy regular"
            + " expression pattern: [a-zA-Z0-9_.-]+");
    var tooLong = "a".repeat(256);
    assertFaults(
        () -> client.putItem(r -> r.tableName(tooLong).item(item)),
        "Value '"
            + tooLong
            + "' at 'tableName' failed to satisfy constraint: Member must have length less than or"
            + " equal to 255");
    assertInvalid(
        () -> client.putItem(r -> r.tableName("").item(item)),
        "Value '' at 'tableName' failed to satisfy constraint: Member must have length greater than"
            + " or equal to 1",
        "Value at 'TableName' failed to satisfy constraint: Member must have length greater than or"
            + " equal to 1");
    assertNotFound(() -> client.putItem(r -> r.tableName("a").item(item)));
  }

  @Test
  void an_item_has_its_key() {
    assertInvalid(() -> put(simple, Map.of("n", n(1))), INVALID + "Missing the key pk in the item");
    assertInvalid(() -> put(simple, Map.of()), INVALID + "Missing the key pk in the item");
    assertInvalid(
        () -> put(composite, Map.of("pk", b(1))), INVALID + "Missing the key sk in the item");
  }

  @Test
  void a_key_is_of_the_type_that_the_table_says() {
    assertInvalid(
        () -> put(simple, Map.of("pk", n(1))),
        INVALID + "Type mismatch for key pk expected: S actual: N");
    assertInvalid(
        () -> put(simple, Map.of("pk", l(s("a")))),
        INVALID + "Type mismatch for key pk expected: S actual: L");
    assertInvalid(
        () -> put(composite, Map.of("pk", b(1), "sk", s("1"))),
        INVALID + "Type mismatch for key sk expected: N actual: S");
  }

  @Test
  void a_key_is_not_empty() {
    assertInvalid(() -> put(simple, Map.of("pk", s(""))), EMPTY_KEY.formatted("string", "pk"));
    assertInvalid(
        () -> put(composite, Map.of("pk", b(), "sk", n(1))), EMPTY_KEY.formatted("binary", "pk"));
  }

  @Test
  void a_partition_key_has_at_most_2048_bytes() {
    put(simple, Map.of("pk", filler(2048)));
    assertThat(simple.has(Map.of("pk", filler(2048)))).isTrue();

    assertInvalid(
        () -> put(simple, Map.of("pk", filler(2049))),
        INVALID + "Size of hashkey has exceeded the maximum size limit of2048 bytes");
    assertInvalid(
        () -> put(simple, Map.of("pk", s("é".repeat(1025)))),
        INVALID + "Size of hashkey has exceeded the maximum size limit of2048 bytes");
  }

  @Test
  void a_sort_key_has_at_most_1024_bytes() {
    put(indexed, Map.of("pk", s("long"), "sk", filler(1024)));
    assertThat(indexed.has(Map.of("pk", s("long"), "sk", filler(1024)))).isTrue();

    assertInvalid(
        () -> put(indexed, Map.of("pk", s("long"), "sk", filler(1025))),
        INVALID + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
  }

  @ParameterizedTest
  @CsvSource({
    "gpk, N, 1, S, whole",
    "gsk, S, a, N, keys",
    "lsk, S, a, N, local",
  })
  void an_index_key_is_of_the_type_that_the_table_says(
      String name, String type, String value, String wanted, String index) {
    var item = Map.of("pk", s("a"), "sk", s("a"), name, type.equals("N") ? n(value) : s(value));
    // The text may name any of the indexes with this key.
    assertInvalid(
        () -> put(indexed, item),
        typeMismatch(name, wanted, type, index),
        typeMismatch(name, wanted, type, "keys"));
  }

  private static String typeMismatch(String name, String wanted, String actual, String index) {
    return INVALID
        + "Type mismatch for Index Key "
        + name
        + " Expected: "
        + wanted
        + " Actual: "
        + actual
        + " IndexName: "
        + index;
  }

  @Test
  void an_index_key_is_not_empty() {
    var text =
        "One or more parameter values are not valid. A value specified for a secondary index key is"
            + " not supported. The AttributeValue for a key attribute cannot contain an empty"
            + " string value. IndexName: %s, IndexKey: gpk";
    assertInvalid(
        () -> put(indexed, Map.of("pk", s("a"), "sk", s("a"), "gpk", s(""))),
        text.formatted("whole"),
        text.formatted("keys"));
  }

  @Test
  void an_item_without_index_keys_is_stored() {
    var item = Map.of("pk", s("sparse"), "sk", s("a"), "other", n(1));
    put(indexed, item);

    assertThat(indexed.get(Map.of("pk", s("sparse"), "sk", s("a")))).isEqualTo(item);
  }

  @Test
  void an_attribute_name_has_up_to_65535_bytes() {
    var longest = "\u00e9".repeat(32_767) + "a";
    var item = Map.of("pk", s("long"), longest, n(1));
    put(simple, item);
    assertThat(simple.get(Map.of("pk", s("long")))).isEqualTo(item);
    assertInvalid(
        () -> put(simple, Map.of("pk", s("a"), longest + "a", n(1))),
        "Attribute name is too large, must be less than 65536 bytes");
    assertInvalid(
        () -> put(simple, Map.of("pk", s("a"), "x".repeat(300_000), n(1))),
        "Attribute name is too large, must be less than 65536 bytes");
    assertInvalid(() -> put(simple, Map.of("pk", s("a"), "", n(1))), "Empty attribute name");
  }

  @Test
  void values_without_a_condition_are_refused() {
    assertInvalid(
        () -> put(Map.of("pk", s("a")), r -> r.expressionAttributeValues(Map.of(":v", n(1)))),
        "ExpressionAttributeValues can only be specified when using expressions:"
            + " ConditionExpression is null");
  }

  @Test
  void faults_are_told_in_their_order() {
    var absent = TestTable.newName();
    assertInvalid(
        () ->
            client.putItem(
                r -> r.tableName(absent).item(Map.of("pk", s("a"))).returnValues("ALL_NEW")),
        "ReturnValues can only be ALL_OLD or NONE");
    assertInvalid(
        () ->
            client.putItem(
                r -> r.tableName(absent).item(Map.of("pk", s("a"))).conditionExpression("a = :a")),
        "Invalid ConditionExpression: An expression attribute value used in expression is not"
            + " defined; attribute value: :a");
    assertNotFound(() -> client.putItem(r -> r.tableName(absent).item(Map.of("pk", n(1)))));
  }
}

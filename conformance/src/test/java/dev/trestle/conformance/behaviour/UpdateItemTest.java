package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.bool;
import static dev.trestle.conformance.behaviour.Attributes.l;
import static dev.trestle.conformance.behaviour.Attributes.m;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Attributes.with;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertNotFound;
import static dev.trestle.conformance.behaviour.ValidationErrors.conditionFailed;
import static dev.trestle.conformance.behaviour.ValidationErrors.invalid;
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
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeAction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** UpdateItem: what it creates, returns and rejects. Its expressions have their own tests. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UpdateItemTest {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final AttributeValueUpdate PUT_ONE =
      AttributeValueUpdate.builder().action(AttributeAction.PUT).value(n(1)).build();

  private final DynamoDbClient client;
  private final TestTable simple;
  private final TestTable indexed;

  UpdateItemTest(DynamoDbClient client) {
    this.client = client;
    simple = TestTable.simple(client, "S");
    indexed = TestTable.indexed(client);
  }

  private static Map<String, AttributeValue> key(String pk) {
    return Map.of("pk", s(pk));
  }

  private UpdateItemResponse update(String pk, Consumer<UpdateItemRequest.Builder> more) {
    return client.updateItem(r -> more.accept(r.tableName(simple.name()).key(key(pk))));
  }

  private UpdateItemResponse update(String pk, String expression) {
    return update(pk, r -> r.updateExpression(expression));
  }

  private UpdateItemResponse returning(ReturnValue values, String pk, String expression) {
    return update(
        pk,
        r ->
            r.updateExpression(expression)
                .expressionAttributeValues(Map.of(":v", n(2)))
                .returnValues(values));
  }

  @Test
  void a_name_of_more_than_65535_bytes_is_refused_wherever_it_stands() {
    var longest = "\u00e9".repeat(32_767) + "a";
    var tooLong = longest + "a";
    var text = "Attribute name is too large, must be less than 65536 bytes";
    setNamed(longest);
    assertThat(simple.get(key("named"))).containsEntry(longest, n(1));
    assertInvalid(() -> setNamed(tooLong), text);
    assertInvalid(() -> update("named", r -> r.attributeUpdates(Map.of(tooLong, PUT_ONE))), text);
    assertInvalid(
        () ->
            client.getItem(r ->
                r.tableName(simple.name())
                    .key(key("named"))
                    .projectionExpression("#a")
                    .expressionAttributeNames(Map.of("#a", tooLong))),
        text);
    assertInvalid(
        () ->
            client.getItem(
                r -> r.tableName(simple.name()).key(key("named")).attributesToGet(tooLong)),
        text);
  }

  private void setNamed(String name) {
    update(
        "named",
        r ->
            r.updateExpression("SET #a = :v")
                .expressionAttributeNames(Map.of("#a", name))
                .expressionAttributeValues(Map.of(":v", n(1))));
  }

  @Test
  void an_update_of_nothing_makes_an_item() {
    returning(ReturnValue.NONE, "made", "SET a = :v");

    assertThat(simple.get(key("made"))).isEqualTo(with(key("made"), Map.of("a", n(2))));
  }

  @Test
  void an_update_leaves_other_attributes_alone() {
    simple.put(with(key("others"), Map.of("a", n(1), "b", n(1))));
    returning(ReturnValue.NONE, "others", "SET a = :v");

    assertThat(simple.get(key("others")))
        .isEqualTo(with(key("others"), Map.of("a", n(2), "b", n(1))));
  }

  @Test
  void a_key_alone_makes_an_item() {
    var answer = update("alone", r -> {});

    assertThat(answer.hasAttributes()).isFalse();
    assertThat(simple.has(key("alone"))).isTrue();
  }

  @Test
  void a_key_alone_leaves_an_item_as_it_is() {
    var item = with(key("untouched"), Map.of("a", n(1)));
    simple.put(item);
    var answer = update("untouched", r -> r.returnValues(ReturnValue.ALL_NEW));

    assertThat(answer.attributes()).isEqualTo(item);
    assertThat(simple.get(key("untouched"))).isEqualTo(item);
  }

  @Test
  void to_remove_from_nothing_makes_nothing() {
    update("removed", "REMOVE a");
    update(
        "removed",
        r ->
            r.updateExpression("DELETE a :v")
                .expressionAttributeValues(Map.of(":v", Attributes.ss("a"))));

    assertThat(simple.has(key("removed"))).isFalse();
  }

  @Test
  void to_remove_the_last_attribute_leaves_the_key() {
    simple.put(with(key("bare"), Map.of("a", n(1))));
    update("bare", "REMOVE a");

    assertThat(simple.get(key("bare"))).isEqualTo(key("bare"));
  }

  @Test
  void nothing_is_returned_unless_asked() {
    var answer =
        update(
            "quiet",
            r -> r.updateExpression("SET a = :v").expressionAttributeValues(Map.of(":v", n(1))));

    assertThat(answer.hasAttributes()).isFalse();
    assertThat(answer.consumedCapacity()).isNull();
    assertThat(answer.itemCollectionMetrics()).isNull();
  }

  @Test
  void old_values_are_those_before_the_update() {
    var item = with(key("old"), Map.of("a", n(1), "b", n(1)));
    simple.put(item);

    assertThat(returning(ReturnValue.ALL_OLD, "old", "SET a = :v, c = :v").attributes())
        .isEqualTo(item);
    simple.put(item);
    assertThat(returning(ReturnValue.UPDATED_OLD, "old", "SET a = :v, c = :v").attributes())
        .isEqualTo(Map.of("a", n(1)));
  }

  @Test
  void new_values_are_those_after_the_update() {
    var item = with(key("new"), Map.of("a", n(1), "b", n(1)));
    simple.put(item);

    assertThat(returning(ReturnValue.ALL_NEW, "new", "SET a = :v, c = :v").attributes())
        .isEqualTo(with(item, Map.of("a", n(2), "c", n(2))));
    assertThat(returning(ReturnValue.UPDATED_NEW, "new", "SET a = :v, c = :v").attributes())
        .isEqualTo(Map.of("a", n(2), "c", n(2)));
  }

  @ParameterizedTest
  @EnumSource(names = {"ALL_OLD", "UPDATED_OLD"})
  void a_new_item_has_no_old_values(ReturnValue values) {
    assertThat(returning(values, "new-" + values, "SET a = :v").hasAttributes()).isFalse();
  }

  @Test
  void a_new_item_has_new_values() {
    assertThat(returning(ReturnValue.ALL_NEW, "new-all", "SET a = :v").attributes())
        .isEqualTo(with(key("new-all"), Map.of("a", n(2))));
    assertThat(returning(ReturnValue.UPDATED_NEW, "new-updated", "SET a = :v").attributes())
        .isEqualTo(Map.of("a", n(2)));
  }

  @Test
  void what_was_removed_is_among_the_old_values_only() {
    simple.put(with(key("gone"), Map.of("a", n(1), "b", n(1), "c", n(1))));

    assertThat(
            update(
                    "gone",
                    r -> r.updateExpression("REMOVE a").returnValues(ReturnValue.UPDATED_OLD))
                .attributes())
        .isEqualTo(Map.of("a", n(1)));
    assertThat(
            update(
                    "gone",
                    r -> r.updateExpression("REMOVE b").returnValues(ReturnValue.UPDATED_NEW))
                .hasAttributes())
        .isFalse();
  }

  @Test
  void updated_values_are_shown_without_what_lies_beside_them() {
    var item =
        with(
            key("leaves"),
            Map.of(
                "m",
                m(Map.of("x", n(1), "y", n(1))),
                "l",
                l(n(0), m(Map.of("x", n(1), "y", n(1))), n(2))));
    simple.put(item);

    assertThat(
            returning(ReturnValue.UPDATED_OLD, "leaves", "SET m.x = :v, m.z = :v, l[1].x = :v")
                .attributes())
        .isEqualTo(Map.of("m", m(Map.of("x", n(1))), "l", l(m(Map.of("x", n(1))))));
    assertThat(
            returning(ReturnValue.UPDATED_NEW, "leaves", "SET m.x = :v, m.z = :v, l[2] = :v")
                .attributes())
        .isEqualTo(Map.of("m", m(Map.of("x", n(2), "z", n(2))), "l", l(n(2))));
  }

  @Test
  void a_failed_condition_changes_nothing() {
    var item = with(key("kept"), Map.of("a", n(1)));
    simple.put(item);
    var refusal =
        conditionFailed(() ->
            update(
                "kept",
                r ->
                    r.updateExpression("SET a = :v")
                        .conditionExpression("a = :v")
                        .expressionAttributeValues(Map.of(":v", n(2)))
                        .returnValuesOnConditionCheckFailure("ALL_OLD")));

    assertThat(refusal.item()).isEqualTo(item);
    assertThat(simple.get(key("kept"))).isEqualTo(item);
  }

  @Test
  void a_condition_is_checked_before_the_update_is_worked_out() {
    conditionFailed(() ->
        update(
            "order",
            r -> r.updateExpression("SET a = absent").conditionExpression("attribute_exists(pk)")));
  }

  @Test
  void an_update_that_cannot_be_worked_out_changes_nothing() {
    var item = with(key("half"), Map.of("a", n(1)));
    simple.put(item);
    assertInvalid(
        () -> returning(ReturnValue.NONE, "half", "SET a = :v, b = absent"),
        "The provided expression refers to an attribute that does not exist in the item");

    assertThat(simple.get(key("half"))).isEqualTo(item);
  }

  @Test
  void the_key_stays_as_it_is() {
    assertInvalid(
        () -> returning(ReturnValue.NONE, "key", "SET pk = :v"),
        INVALID + "Cannot update attribute pk. This attribute is part of the key");
    assertInvalid(
        () -> update("key", "REMOVE pk"),
        INVALID + "Cannot update attribute pk. This attribute is part of the key");
    assertInvalid(
        () -> updateIndexed("SET sk = :v", s("a")),
        INVALID + "Cannot update attribute sk. This attribute is part of the key");
  }

  private UpdateItemResponse updateIndexed(String expression, AttributeValue value) {
    return client.updateItem(r ->
        r.tableName(indexed.name())
            .key(Map.of("pk", s("a"), "sk", s("a")))
            .updateExpression(expression)
            .expressionAttributeValues(Map.of(":v", value)));
  }

  @Test
  void an_index_key_keeps_its_type() {
    assertThat(invalid(() -> updateIndexed("SET gpk = :v", n(1))))
        .contains(INVALID + "Type mismatch for Index Key gpk Expected: S Actual: N IndexName: ");
    assertThat(invalid(() -> updateIndexed("SET lsk = :v", bool(true))))
        .contains(
            INVALID + "Type mismatch for Index Key lsk Expected: N Actual: BOOL IndexName: local");
    assertThat(invalid(() -> updateIndexed("ADD gpk :v", n(1))))
        .contains(INVALID + "Type mismatch for Index Key gpk Expected: S Actual: N IndexName: ");
    assertInvalid(
        () -> updateIndexed("SET gpk = if_not_exists(gpk, :v)", n(1)),
        "The update expression attempted to update the secondary index key to unsupported type");
  }

  @Test
  void an_index_key_is_not_made_empty() {
    assertThat(invalid(() -> updateIndexed("SET gpk = :v", s(""))))
        .contains(
            "One or more parameter values are not valid. A value specified for a secondary index"
                + " key is not supported. The AttributeValue for a key attribute cannot contain an"
                + " empty string value. IndexName: ");
  }

  @Test
  void an_update_cannot_look_into_index_keys() {
    assertInvalid(
        () -> updateIndexed("SET gpk.x = :v", s("a")),
        "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
            + " allowed: IndexKey: gpk");
  }

  @Test
  void an_index_key_may_be_removed() {
    indexed.put(Map.of("pk", s("sparse"), "sk", s("a"), "gpk", s("g")));
    client.updateItem(r ->
        r.tableName(indexed.name())
            .key(Map.of("pk", s("sparse"), "sk", s("a")))
            .updateExpression("REMOVE gpk"));

    assertThat(indexed.get(Map.of("pk", s("sparse"), "sk", s("a"))))
        .isEqualTo(Map.of("pk", s("sparse"), "sk", s("a")));
  }

  @Test
  void a_key_is_all_of_the_key_and_nothing_else() {
    var text = "The provided key element does not match the schema";
    assertInvalid(() -> client.updateItem(r -> r.tableName(simple.name()).key(Map.of())), text);
    assertInvalid(
        () -> client.updateItem(r -> r.tableName(simple.name()).key(Map.of("pk", n(1)))), text);
    assertInvalid(
        () ->
            client.updateItem(
                r -> r.tableName(simple.name()).key(Map.of("pk", s("a"), "sk", s("a")))),
        text);
    assertInvalid(
        () -> client.updateItem(r -> r.tableName(simple.name()).key(Map.of("pk", s("")))),
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot"
            + " contain an empty string value. Key: pk");
  }

  @Test
  void what_is_missing_or_unknown_is_told_at_once() {
    assertFaults(
        () ->
            client.updateItem(r ->
                r.tableName("")
                    .returnConsumedCapacity("A")
                    .returnItemCollectionMetrics("B")
                    .returnValues("C")),
        notOneOf("returnConsumedCapacity", "A", "INDEXES, TOTAL, NONE"),
        "Value '' at 'tableName' failed to satisfy constraint: Member must have length greater than"
            + " or equal to 1",
        notOneOf("returnItemCollectionMetrics", "B", "SIZE, NONE"),
        notOneOf("returnValues", "C", "ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW"),
        missing("key"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SET a = :v, b = :w | An expression attribute value used in expression is not defined; attribute value: :w
          ''                 | The expression can not be empty;
          INVALID SYNTAX HERE | Syntax error; token: "INVALID", near: "INVALID SYNTAX"
          SET a = :v, a = :v | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]
          """)
  void faults_of_expressions_come_before_the_table(String expression, String text) {
    assertInvalid(
        () ->
            client.updateItem(r ->
                r.tableName(TestTable.newName())
                    .key(Map.of("pk", n(1)))
                    .updateExpression(expression)
                    .expressionAttributeValues(Map.of(":v", n(1)))),
        "Invalid UpdateExpression: " + text);
  }

  @Test
  void a_table_that_does_not_exist_is_not_found() {
    assertNotFound(
        () -> client.updateItem(r -> r.tableName(TestTable.newName()).key(Map.of("x", n(1)))));
  }
}

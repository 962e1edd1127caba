package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.b;
import static dev.trestle.conformance.behaviour.Attributes.bool;
import static dev.trestle.conformance.behaviour.Attributes.l;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.ns;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Attributes.ss;
import static dev.trestle.conformance.behaviour.Attributes.with;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.conditionFailed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.trestle.testing.TrestleTest;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeAction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/**
 * Expected, ConditionalOperator and AttributeUpdates, the parameters of writes before expressions.
 */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LegacyWritesTest {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final Map<String, AttributeValue> ITEM =
      Map.of(
          "pk",
          s("item"),
          "n",
          n(5),
          "s",
          s("hello"),
          "b",
          b(1, 2),
          "ss",
          ss("a", "b"),
          "l",
          l(n(1)),
          "t",
          bool(true));

  private final AtomicInteger keys = new AtomicInteger();
  private final DynamoDbClient client;
  private final TestTable table;

  LegacyWritesTest(DynamoDbClient client) {
    this.client = client;
    table = TestTable.simple(client, "S");
    table.put(ITEM);
  }

  private static ExpectedAttributeValue value(AttributeValue value) {
    return ExpectedAttributeValue.builder().value(value).build();
  }

  private static ExpectedAttributeValue exists(boolean exists) {
    return ExpectedAttributeValue.builder().exists(exists).build();
  }

  private static ExpectedAttributeValue compare(String operator, AttributeValue... values) {
    var expected = ExpectedAttributeValue.builder().comparisonOperator(operator);
    return (values.length == 0 ? expected : expected.attributeValueList(values)).build();
  }

  private void putIf(Map<String, ExpectedAttributeValue> expected) {
    client.putItem(r -> r.tableName(table.name()).item(ITEM).expected(expected));
  }

  static Stream<Arguments> met() {
    return Stream.of(
        arguments("n", value(n("5.0"))),
        arguments("absent", exists(false)),
        arguments("n", compare("EQ", n(5))),
        arguments("ss", compare("EQ", ss("b", "a"))),
        arguments("l", compare("EQ", l(n(1)))),
        arguments("n", compare("NE", n(4))),
        arguments("n", compare("NE", s("5"))),
        arguments("absent", compare("NE", n(4))),
        arguments("n", compare("LT", n(10))),
        arguments("n", compare("LE", n(5))),
        arguments("s", compare("GT", s("hell"))),
        arguments("b", compare("GE", b(1))),
        arguments("n", compare("NOT_NULL")),
        arguments("absent", compare("NULL")),
        arguments("s", compare("CONTAINS", s("ell"))),
        arguments("ss", compare("CONTAINS", s("a"))),
        arguments("l", compare("CONTAINS", n(1))),
        arguments("s", compare("NOT_CONTAINS", s("x"))),
        arguments("s", compare("BEGINS_WITH", s("he"))),
        arguments("n", compare("IN", n(1), n(5))),
        arguments("n", compare("BETWEEN", n(5), n(6))));
  }

  @ParameterizedTest
  @MethodSource("met")
  void what_is_expected_is_so(String attribute, ExpectedAttributeValue expected) {
    putIf(Map.of(attribute, expected));
  }

  static Stream<Arguments> unmet() {
    return Stream.of(
        arguments("n", value(n(4))),
        arguments("n", value(s("5"))),
        arguments("absent", value(n(4))),
        arguments("n", exists(false)),
        arguments("n", compare("EQ", n(4))),
        arguments("absent", compare("EQ", n(4))),
        arguments("n", compare("LT", n(5))),
        arguments("n", compare("GT", s("4"))),
        arguments("absent", compare("LT", n(5))),
        arguments("absent", compare("NOT_NULL")),
        arguments("n", compare("NULL")),
        arguments("s", compare("CONTAINS", s("x"))),
        arguments("s", compare("NOT_CONTAINS", s("ell"))),
        arguments("s", compare("BEGINS_WITH", s("ell"))),
        arguments("n", compare("IN", n(1), n(2))),
        arguments("n", compare("BETWEEN", n(6), n(7))));
  }

  @ParameterizedTest
  @MethodSource("unmet")
  void what_is_expected_is_not_so(String attribute, ExpectedAttributeValue expected) {
    conditionFailed(() -> putIf(Map.of(attribute, expected)));
  }

  @Test
  void all_that_is_expected_must_be_so_unless_one_is_enough() {
    var half = Map.of("n", value(n(5)), "s", value(s("other")));
    conditionFailed(() -> putIf(half));
    conditionFailed(() ->
        client.putItem(
            r -> r.tableName(table.name()).item(ITEM).expected(half).conditionalOperator("AND")));

    client.putItem(
        r -> r.tableName(table.name()).item(ITEM).expected(half).conditionalOperator("OR"));
  }

  @Test
  void a_delete_expects_the_same_way() {
    var key = Map.of("pk", s("deleted"));
    table.put(key);
    conditionFailed(() ->
        client.deleteItem(
            r -> r.tableName(table.name()).key(key).expected(Map.of("a", value(n(1))))));
    client.deleteItem(r -> r.tableName(table.name()).key(key).expected(Map.of("a", exists(false))));

    assertThat(table.has(key)).isFalse();
  }

  static Stream<Arguments> faulty() {
    return Stream.of(
        arguments(
            exists(true), INVALID + "Value must be provided when Exists is true for Attribute: a"),
        arguments(
            ExpectedAttributeValue.builder().build(),
            INVALID + "Value must be provided when Exists is null for Attribute: a"),
        arguments(
            ExpectedAttributeValue.builder().exists(false).value(n(1)).build(),
            INVALID + "Value cannot be used when Exists is false for Attribute: a"),
        arguments(
            compare("EQ", n(1)).toBuilder().value(n(1)).build(),
            INVALID + "Value and AttributeValueList cannot be used together for Attribute: a"),
        arguments(
            compare("EQ", n(1)).toBuilder().exists(true).build(),
            INVALID + "Exists and ComparisonOperator cannot be used together for Attribute: a"),
        arguments(
            ExpectedAttributeValue.builder().attributeValueList(n(1)).build(),
            INVALID
                + "AttributeValueList can only be used with a ComparisonOperator for Attribute: a"),
        arguments(
            compare("EQ"),
            INVALID
                + "Value or AttributeValueList must be used with ComparisonOperator: EQ for"
                + " Attribute: a"),
        arguments(
            compare("EQ", n(1), n(2)),
            INVALID + "Invalid number of argument(s) for the EQ ComparisonOperator"),
        arguments(
            compare("NULL", n(1)),
            INVALID + "Invalid number of argument(s) for the NULL ComparisonOperator"),
        arguments(
            compare("BETWEEN", n(1)),
            INVALID + "Invalid number of argument(s) for the BETWEEN ComparisonOperator"),
        arguments(
            compare("IN", n(1), s("1")),
            INVALID + "AttributeValues inside AttributeValueList must be of same type"),
        arguments(
            compare("BETWEEN", n(2), n(1)),
            "The BETWEEN condition was provided a range where the lower bound is greater than the"
                + " upper bound"));
  }

  @ParameterizedTest
  @MethodSource("faulty")
  void faulty_expectations_are_refused(ExpectedAttributeValue expected, String text) {
    assertInvalid(() -> putIf(Map.of("a", expected)), text);
  }

  @Test
  void the_two_ways_to_ask_do_not_mix() {
    assertInvalid(
        () ->
            client.putItem(r ->
                r.tableName(table.name())
                    .item(ITEM)
                    .expected(Map.of("a", exists(false)))
                    .conditionExpression("attribute_not_exists(a)")),
        "Can not use both expression and non-expression parameters in the same request:"
            + " Non-expression parameters: {Expected} Expression parameters:"
            + " {ConditionExpression}");
    assertInvalid(
        () ->
            client.updateItem(r ->
                r.tableName(table.name())
                    .key(Map.of("pk", s("a")))
                    .attributeUpdates(Map.of("a", put(n(1))))
                    .updateExpression("SET a = :a")
                    .expressionAttributeValues(Map.of(":a", n(1)))),
        "Can not use both expression and non-expression parameters in the same request:"
            + " Non-expression parameters: {AttributeUpdates} Expression parameters:"
            + " {UpdateExpression}");
  }

  private static AttributeValueUpdate update(AttributeAction action, AttributeValue value) {
    return AttributeValueUpdate.builder().action(action).value(value).build();
  }

  private static AttributeValueUpdate put(AttributeValue value) {
    return update(AttributeAction.PUT, value);
  }

  private static AttributeValueUpdate remove() {
    return AttributeValueUpdate.builder().action(AttributeAction.DELETE).build();
  }

  /** Returns the attributes after the update of an item with only this attribute. */
  private Map<String, AttributeValue> updated(
      Map<String, AttributeValue> before, Map<String, AttributeValueUpdate> updates) {
    var key = Map.of("pk", s("item-" + keys.incrementAndGet()));
    table.put(with(key, before));
    var answer =
        client.updateItem(r ->
            r.tableName(table.name())
                .key(key)
                .attributeUpdates(updates)
                .returnValues(ReturnValue.ALL_NEW));
    var after = new HashMap<>(answer.attributes());
    after.remove("pk");
    return after;
  }

  static Stream<Arguments> updates() {
    return Stream.of(
        arguments(Map.of(), put(n(1)), Map.of("a", n(1))),
        arguments(Map.of("a", s("x")), put(n(1)), Map.of("a", n(1))),
        arguments(
            Map.of("a", n(1)),
            AttributeValueUpdate.builder().value(n(2)).build(),
            Map.of("a", n(2))),
        arguments(Map.of("a", n(1)), update(AttributeAction.ADD, n(2)), Map.of("a", n(3))),
        arguments(Map.of(), update(AttributeAction.ADD, n(2)), Map.of("a", n(2))),
        arguments(
            Map.of("a", ss("a")), update(AttributeAction.ADD, ss("b")), Map.of("a", ss("a", "b"))),
        arguments(
            Map.of("a", l(n(1))), update(AttributeAction.ADD, l(n(1))), Map.of("a", l(n(1), n(1)))),
        arguments(Map.of("a", n(1)), remove(), Map.of()),
        arguments(
            Map.of("a", ns("1", "2")),
            update(AttributeAction.DELETE, ns("2")),
            Map.of("a", ns("1"))),
        arguments(Map.of("a", ns("1")), update(AttributeAction.DELETE, ns("1")), Map.of()));
  }

  @ParameterizedTest
  @MethodSource("updates")
  void attributes_are_put_added_to_and_deleted(
      Map<String, AttributeValue> before,
      AttributeValueUpdate update,
      Map<String, AttributeValue> after) {
    assertThat(updated(before, Map.of("a", update))).isEqualTo(after);
  }

  @Test
  void updates_of_several_attributes_are_made_at_once() {
    assertThat(
            updated(
                Map.of("a", n(1), "b", n(1), "c", n(1)),
                Map.of("a", put(n(2)), "b", remove(), "d", update(AttributeAction.ADD, n(4)))))
        .isEqualTo(Map.of("a", n(2), "c", n(1), "d", n(4)));
  }

  @Test
  void updated_values_are_those_of_the_updates() {
    var key = Map.of("pk", s("returned"));
    table.put(with(key, Map.of("a", n(1), "b", n(1), "c", n(1))));
    var answer =
        client.updateItem(r ->
            r.tableName(table.name())
                .key(key)
                .attributeUpdates(Map.of("a", put(n(2)), "b", remove()))
                .returnValues(ReturnValue.UPDATED_OLD));

    assertThat(answer.attributes()).isEqualTo(Map.of("a", n(1), "b", n(1)));
  }

  @Test
  void to_delete_attributes_of_nothing_makes_nothing() {
    var key = Map.of("pk", s("nothing"));
    client.updateItem(
        r -> r.tableName(table.name()).key(key).attributeUpdates(Map.of("a", remove())));

    assertThat(table.has(key)).isFalse();
  }

  @Test
  void an_update_may_expect_something() {
    conditionFailed(() ->
        client.updateItem(r ->
            r.tableName(table.name())
                .key(Map.of("pk", s("item")))
                .attributeUpdates(Map.of("a", put(n(1))))
                .expected(Map.of("n", value(n(6))))));
  }

  @Test
  void faulty_updates_are_refused() {
    assertInvalid(
        () -> updated(Map.of(), Map.of("a", AttributeValueUpdate.builder().build())),
        INVALID + "Only DELETE action is allowed when no attribute value is specified");
    assertInvalid(
        () -> updated(Map.of(), Map.of("a", update(AttributeAction.DELETE, n(1)))),
        INVALID + "DELETE action with value is not supported for the type N");
    assertInvalid(
        () -> updated(Map.of(), Map.of("a", update(AttributeAction.ADD, s("a")))),
        INVALID + "ADD action is not supported for the type S");
    assertInvalid(
        () -> updated(Map.of("a", s("a")), Map.of("a", update(AttributeAction.ADD, n(1)))),
        "Type mismatch for attribute to update");
    assertInvalid(
        () -> updated(Map.of("a", ss("a")), Map.of("a", update(AttributeAction.DELETE, ns("1")))),
        "Type mismatch for attribute to update");
    assertInvalid(
        () -> updated(Map.of(), Map.of("pk", put(s("a")))),
        INVALID + "Cannot update attribute pk. This attribute is part of the key");
  }

  @Test
  void an_operator_has_something_to_join() {
    assertInvalid(
        () -> client.putItem(r -> r.tableName(table.name()).item(ITEM).conditionalOperator("AND")),
        "ConditionalOperator cannot be used without Filter or Expected");
    assertInvalid(
        () ->
            client.putItem(r ->
                r.tableName(table.name())
                    .item(ITEM)
                    .expected(Map.of("n", value(n(5))))
                    .conditionalOperator("AND")),
        "ConditionalOperator can only be used when Filter or Expected has two or more elements");
  }
}

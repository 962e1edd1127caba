package dev.trestle.engine.expression;

import static dev.trestle.engine.expression.Binding.refused;
import static dev.trestle.engine.expression.Plain.item;
import static dev.trestle.engine.expression.Plain.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.expression.LegacyParameters.AttributeUpdate;
import dev.trestle.engine.expression.LegacyParameters.Comparison;
import dev.trestle.engine.expression.LegacyParameters.ExpectedAttribute;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LegacyBinderTest {
  private static final Item ITEM =
      item("n", 5, "s", "hello", "ss", Set.of("x", "y"), "l", List.of(1, 2), "z", Plain.NULL);
  private static final String INVALID = "One or more parameter values were invalid: ";

  private static List<Value> list(Object... plain) {
    return Arrays.stream(plain).map(Plain::value).toList();
  }

  private static BoundExpressions bind(LegacyParameters legacy) {
    return BoundExpressions.of(Expressions.NONE, legacy);
  }

  private static boolean passes(String attribute, String operator, Object... operands) {
    var filter = Map.of(attribute, new Comparison(operator, list(operands)));
    var bound = bind(new LegacyParameters(null, null, null, filter, null, null));
    return bound.filter().orElseThrow().holds(ITEM);
  }

  private static boolean expected(
      Map<String, ExpectedAttribute> expected, @Nullable String operator) {
    return bind(LegacyParameters.ofExpected(expected, operator))
        .condition()
        .orElseThrow()
        .holds(ITEM);
  }

  private static ExpectedAttribute expect(
      @Nullable Object value, @Nullable Boolean exists, @Nullable String operator, Object... list) {
    return new ExpectedAttribute(
        value == null ? null : value(value),
        exists,
        operator,
        list.length == 0 ? null : list(list));
  }

  @Test
  void filters_have_the_operators_of_conditions() {
    assertThat(passes("n", "EQ", 5)).isTrue();
    assertThat(passes("l", "EQ", List.of(1, 2))).isTrue();
    assertThat(passes("n", "NE", "5")).isTrue();
    assertThat(passes("q", "NE", 1)).isTrue();
    assertThat(passes("n", "LT", 6)).isTrue();
    assertThat(passes("n", "LE", 4)).isFalse();
    assertThat(passes("n", "GT", 4)).isTrue();
    assertThat(passes("n", "GE", "4")).isFalse();
    assertThat(passes("n", "BETWEEN", 5, 6)).isTrue();
    assertThat(passes("n", "IN", 1, 5)).isTrue();
    assertThat(passes("s", "BEGINS_WITH", "he")).isTrue();
    assertThat(passes("ss", "CONTAINS", "x")).isTrue();
    assertThat(passes("l", "CONTAINS", 3)).isFalse();
    assertThat(passes("s", "NOT_CONTAINS", "dog")).isTrue();
    assertThat(passes("z", "NOT_NULL")).isTrue();
    assertThat(passes("q", "NULL")).isTrue();
  }

  @Test
  void a_missing_attribute_neither_contains_nor_does_it_not() {
    assertThat(passes("q", "CONTAINS", 1)).isFalse();
    assertThat(passes("q", "NOT_CONTAINS", 1)).isFalse();
  }

  @Test
  void operators_have_their_number_and_types_of_operands() {
    for (var operator : List.of("EQ", "NE", "LT", "CONTAINS", "BEGINS_WITH")) {
      refused(count(operator), () -> passes("a", operator));
      refused(count(operator), () -> passes("a", operator, 1, 2));
    }
    refused(count("NULL"), () -> passes("a", "NULL", 1));
    refused(count("IN"), () -> passes("a", "IN"));
    refused(count("BETWEEN"), () -> passes("a", "BETWEEN", 1, 2, 3));
    refused(
        INVALID + "AttributeValues inside AttributeValueList must be of same type",
        () -> passes("a", "IN", 1, "a"));
    refused(type("LT", "L"), () -> passes("a", "LT", List.of(1)));
    refused(type("IN", "SS"), () -> passes("a", "IN", Set.of("a")));
    refused(type("BEGINS_WITH", "N"), () -> passes("a", "BEGINS_WITH", 1));
    refused(type("CONTAINS", "L"), () -> passes("a", "CONTAINS", List.of(1)));
    refused(
        "The BETWEEN condition was provided a range where the lower bound is greater than the upper"
            + " bound",
        () -> passes("a", "BETWEEN", 2, 1));
    refused(
        "1 validation error detected: Value 'LIKE' at 'scanFilter.a.member.comparisonOperator'"
            + " failed to satisfy constraint: Member must satisfy enum value set: [IN, NULL,"
            + " BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS]",
        () -> passes("a", "LIKE", 1));
  }

  private static String count(String operator) {
    return INVALID + "Invalid number of argument(s) for the " + operator + " ComparisonOperator";
  }

  private static String type(String operator, String type) {
    return INVALID
        + "ComparisonOperator "
        + operator
        + " is not valid for "
        + type
        + " AttributeValue type";
  }

  @Test
  void expected_compares_a_value_or_asks_whether_there_is_one() {
    assertThat(expected(Map.of("n", expect(5, null, null)), null)).isTrue();
    assertThat(expected(Map.of("n", expect(5, true, null)), null)).isTrue();
    assertThat(expected(Map.of("n", expect(6, true, null)), null)).isFalse();
    assertThat(expected(Map.of("q", expect(null, false, null)), null)).isTrue();
    assertThat(expected(Map.of("n", expect(null, false, null)), null)).isFalse();
    assertThat(expected(Map.of("n", expect(5, null, "GE")), null)).isTrue();
    assertThat(expected(Map.of("n", expect(null, null, "NOT_NULL")), null)).isTrue();
    assertThat(expected(Map.of("n", expect(null, null, "BETWEEN", 1, 9)), null)).isTrue();
  }

  @Test
  void conditions_are_joined_by_the_conditional_operator() {
    var both = Map.of("n", expect(5, null, null), "s", expect("x", null, null));
    assertThat(expected(both, null)).isFalse();
    assertThat(expected(both, "AND")).isFalse();
    assertThat(expected(both, "OR")).isTrue();
    refused(
        "ConditionalOperator cannot be used without Filter or Expected",
        () -> expected(Map.of(), "OR"));
    refused(
        "ConditionalOperator can only be used when Filter or Expected has two or more elements",
        () -> expected(Map.of("n", expect(5, null, null)), "AND"));
    assertThat(bind(LegacyParameters.ofExpected(Map.of(), null)).condition()).isEmpty();
  }

  @Test
  void what_expected_says_fits_together() {
    refusedExpected(
        "Value and AttributeValueList cannot be used together for Attribute: a",
        expect(1, null, "EQ", 1));
    refusedExpected(
        "Exists and ComparisonOperator cannot be used together for Attribute: a",
        expect(1, true, "EQ"));
    refusedExpected(
        "Value or AttributeValueList must be used with ComparisonOperator: EQ for Attribute: a",
        expect(null, null, "EQ"));
    refusedExpected(
        "AttributeValueList can only be used with a ComparisonOperator for Attribute: a",
        expect(null, null, null, 1));
    refusedExpected(
        "Value must be provided when Exists is null for Attribute: a", expect(null, null, null));
    refusedExpected(
        "Value must be provided when Exists is true for Attribute: a", expect(null, true, null));
    refusedExpected(
        "Value cannot be used when Exists is false for Attribute: a", expect(1, false, null));
    refusedExpected(
        "Invalid number of argument(s) for the NULL ComparisonOperator", expect(1, null, "NULL"));
  }

  private static void refusedExpected(String why, ExpectedAttribute expected) {
    refused(INVALID + why, () -> expected(Map.of("a", expected), null));
  }

  private static Item updated(Object... attributesAndUpdates) {
    var updates = new LinkedHashMap<String, AttributeUpdate>();
    for (int i = 0; i < attributesAndUpdates.length; i += 2) {
      updates.put((String) attributesAndUpdates[i], (AttributeUpdate) attributesAndUpdates[i + 1]);
    }
    return plan(updates).apply(ITEM);
  }

  private static BoundUpdate plan(Map<String, AttributeUpdate> updates) {
    return bind(new LegacyParameters(null, updates, null, null, null, null)).update().orElseThrow();
  }

  private static AttributeUpdate put(Object plain, @Nullable String action) {
    return new AttributeUpdate(value(plain), action);
  }

  @Test
  void attribute_updates_put_add_and_delete() {
    assertThat(updated("n", put("x", null))).isEqualTo(ITEM.with("n", value("x")));
    assertThat(updated("n", put(2, "ADD"), "a", put(1, "PUT")))
        .isEqualTo(ITEM.with("n", value(7)).with("a", value(1)));
    assertThat(updated("q", put(2, "ADD"))).isEqualTo(ITEM.with("q", value(2)));
    assertThat(updated("l", put(List.of(3), "ADD")))
        .isEqualTo(ITEM.with("l", value(List.of(1, 2, 3))));
    assertThat(updated("ss", put(Set.of("x"), "DELETE")))
        .isEqualTo(ITEM.with("ss", value(Set.of("y"))));
    assertThat(updated("n", new AttributeUpdate(null, "DELETE")))
        .isEqualTo(ITEM.without(List.of("n")));
    assertThat(updated()).isEqualTo(ITEM);
  }

  @Test
  void only_removals_are_told_apart_from_nothing_at_all() {
    assertThat(plan(Map.of()).onlyRemoves()).isFalse();
    assertThat(plan(Map.of("a", new AttributeUpdate(null, "DELETE"))).onlyRemoves()).isTrue();
  }

  @Test
  void attribute_updates_have_fitting_values() {
    refused(
        INVALID + "Only DELETE action is allowed when no attribute value is specified",
        () -> updated("a", new AttributeUpdate(null, null)));
    refused(
        INVALID + "DELETE action with value is not supported for the type L",
        () -> updated("a", put(List.of(), "DELETE")));
    refused(
        INVALID + "ADD action is not supported for the type S",
        () -> updated("a", put("x", "ADD")));
    refused("Type mismatch for attribute to update", () -> updated("s", put(1, "ADD")));
    refused("Type mismatch for attribute to update", () -> updated("ss", put(Set.of(1), "DELETE")));
    refused(
        "1 validation error detected: Value 'SET' at 'attributeUpdates.a.member.action' failed to"
            + " satisfy constraint: Member must satisfy enum value set: [ADD, DELETE, PUT]",
        () -> updated("a", put(1, "SET")));
  }

  private static KeyCondition keys(String attribute, String operator, Object... operands) {
    var conditions =
        Map.of(
            "p",
            new Comparison("EQ", list("k")),
            attribute,
            new Comparison(operator, list(operands)));
    return bind(new LegacyParameters(null, null, conditions, null, null, null))
        .keyCondition()
        .orElseThrow();
  }

  @Test
  void key_conditions_come_out_as_tests() {
    assertThat(keys("c", "BETWEEN", 1, 2).tests())
        .isEqualTo(
            Map.of(
                "p",
                new KeyCondition.Test.Equal(value("k")),
                "c",
                new KeyCondition.Test.Between(value(1), value(2))));
    assertThat(keys("c", "BEGINS_WITH", "x").tests().get("c"))
        .isEqualTo(new KeyCondition.Test.BeginsWith(value("x")));
    refused(
        "Attempted conditional constraint is not an indexable operation",
        () -> keys("c", "CONTAINS", "x"));
    refused(count("GT"), () -> keys("c", "GT"));
    refused(
        "Conditions can be of length 1 or 2 only",
        () -> bind(new LegacyParameters(null, null, Map.of(), null, null, null)));
  }

  @Test
  void attributes_to_get_are_picked() {
    var bound = bind(LegacyParameters.ofAttributesToGet(List.of("n", "q", "a.b")));
    assertThat(bound.projection().orElseThrow().of(ITEM.with("a.b", value(1))))
        .isEqualTo(item("n", 5, "a.b", 1));
    refused(
        INVALID + "Duplicate value in attribute name: a",
        () -> bind(LegacyParameters.ofAttributesToGet(List.of("a", "b", "a"))));
  }

  @Test
  void key_conditions_may_stand_beside_expressions() {
    var bound =
        BoundExpressions.of(
            new Expressions(null, null, null, "n > :v", "n", null, item(":v", 1)),
            new LegacyParameters(
                null, null, Map.of("p", new Comparison("EQ", list(1))), null, null, null));
    assertThat(bound.keyCondition()).isPresent();
    assertThat(bound.filter().orElseThrow().holds(ITEM)).isTrue();
    assertThat(bound.projection().orElseThrow().of(ITEM)).isEqualTo(item("n", 5));
  }

  @Test
  void expressions_and_legacy_parameters_do_not_mix() {
    var mixed =
        "Can not use both expression and non-expression parameters in the same request:"
            + " Non-expression parameters: {%s} Expression parameters: {%s}";
    var expected = Map.of("a", expect(1, null, null));
    refused(
        mixed.formatted("AttributeUpdates, Expected", "UpdateExpression, ConditionExpression"),
        () ->
            BoundExpressions.of(
                Expressions.ofUpdate("", "", Map.of(), Item.EMPTY),
                new LegacyParameters(expected, Map.of(), null, null, null, null)));
    refused(
        mixed.formatted(
            "AttributesToGet, QueryFilter, ConditionalOperator, KeyConditions",
            "ProjectionExpression, FilterExpression, KeyConditionExpression"),
        () ->
            BoundExpressions.of(
                new Expressions(null, null, "", "", "", null, null),
                new LegacyParameters(null, null, Map.of(), Map.of(), List.of("a"), "OR")));
    refused(
        mixed.formatted("ScanFilter", "ProjectionExpression"),
        () ->
            BoundExpressions.of(
                Expressions.ofProjection("", null),
                new LegacyParameters(null, null, null, Map.of(), null, null)));
  }
}

package dev.trestle.engine.expression;

import static dev.trestle.engine.expression.Binding.condition;
import static dev.trestle.engine.expression.Binding.refused;
import static dev.trestle.engine.expression.Plain.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.item.Item;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlaceholderTest {
  @Test
  void every_placeholder_is_used() {
    refused(
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #c}",
        () -> condition("#b = :v", "#a", "a", "#b", "b", "#c", "c", ":v", 1, ":w", 2));
    refused(
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:a, :w}",
        () -> condition("b = :v", ":a", 1, ":v", 1, ":w", 2));
  }

  @Test
  void a_placeholder_may_be_used_by_any_of_the_expressions() {
    var expressions =
        new Expressions(
            "#b = :v",
            "SET #a = :w",
            null,
            null,
            null,
            Map.of("#a", "a", "#b", "b"),
            item(":v", 1, ":w", 2));
    var bound = BoundExpressions.of(expressions, LegacyParameters.NONE);
    assertThat(bound.condition().orElseThrow().attributes()).containsExactly("b");
    assertThat(bound.update().orElseThrow().attributes()).containsExactly("a");
  }

  @Test
  void placeholders_are_well_formed_and_not_none() {
    refused(
        "ExpressionAttributeNames contains invalid key: Syntax error; key: \"a\"",
        () -> bind("", Map.of("a", "a"), Item.EMPTY));
    refused(
        "ExpressionAttributeNames contains invalid key: Syntax error; key: \"#a-b\"",
        () -> bind("", Map.of("#a-b", "a"), Item.EMPTY));
    refused(
        "ExpressionAttributeValues contains invalid key: Syntax error; key: \"b\"",
        () -> bind("", Map.of("#a", "a"), item("b", 1)));
    refused(
        "ExpressionAttributeValues contains invalid key: Syntax error; key: \":\"",
        () -> bind("", Map.of("#a", "a"), item(":", 1)));
    refused("ExpressionAttributeNames must not be empty", () -> bind("", Map.of(), Item.EMPTY));
    refused(
        "ExpressionAttributeValues must not be empty",
        () -> bind("", Map.of("#a", "a"), Item.EMPTY));
  }

  private static void bind(String condition, Map<String, String> names, Item values) {
    var _ =
        BoundExpressions.of(
            Expressions.ofCondition(condition, names, values), LegacyParameters.NONE);
  }

  @Test
  void a_placeholder_stands_for_no_name_with_half_a_surrogate_pair() {
    refused(
        "One or more parameter values were invalid: A string may not contain an unpaired surrogate",
        () -> bind("attribute_exists(#a)", Map.of("#a", "\ud83d"), item(":v", 1)));
  }

  @Test
  void placeholders_without_expressions_are_refused() {
    refused(
        "ExpressionAttributeNames can only be specified when using expressions",
        () ->
            BoundExpressions.of(
                new Expressions(null, null, null, null, null, Map.of(), Item.EMPTY),
                LegacyParameters.NONE));
    refused(
        "ExpressionAttributeValues can only be specified when using expressions",
        () ->
            BoundExpressions.of(
                new Expressions(null, null, null, null, "a", null, Item.EMPTY),
                LegacyParameters.NONE));
  }

  @Test
  void many_values_find_their_placeholders() {
    var values = new Object[400];
    var text = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      values[2 * i] = ":v" + i;
      values[2 * i + 1] = i;
      text.append(i == 0 ? "" : " AND ").append("m").append(i % 2).append("<>:v").append(i);
    }
    var shortened = text.substring(0, text.indexOf(" AND", 1000));
    int used = shortened.split("<>").length - 1;
    var some = java.util.Arrays.copyOf(values, 2 * used);
    assertThat(condition(shortened, some).holds(item("m0", 1, "m1", 0))).isTrue();
    assertThat(condition(shortened, some).holds(item("m0", 6, "m1", 0))).isFalse();
  }
}

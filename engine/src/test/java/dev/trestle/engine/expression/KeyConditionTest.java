package dev.trestle.engine.expression;

import static dev.trestle.engine.expression.Binding.keyCondition;
import static dev.trestle.engine.expression.Binding.refused;
import static dev.trestle.engine.expression.Plain.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.expression.KeyCondition.Test.BeginsWith;
import dev.trestle.engine.expression.KeyCondition.Test.Between;
import dev.trestle.engine.expression.KeyCondition.Test.Equal;
import dev.trestle.engine.expression.KeyCondition.Test.Greater;
import dev.trestle.engine.expression.KeyCondition.Test.GreaterOrEqual;
import dev.trestle.engine.expression.KeyCondition.Test.Less;
import dev.trestle.engine.expression.KeyCondition.Test.LessOrEqual;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyConditionTest {
  private static void both(KeyCondition.Test test, String text, Object... placeholders) {
    assertThat(keyCondition(text, placeholders).tests())
        .isEqualTo(Map.of("p", new Equal(value("k")), "c", test));
  }

  @Test
  void each_key_attribute_has_one_test() {
    assertThat(keyCondition("#p = :p", "#p", "p", ":p", "k").tests())
        .isEqualTo(Map.of("p", new Equal(value("k"))));
    both(new Equal(value(3)), "p=:p AND c=:c", ":p", "k", ":c", 3);
    both(new Less(value(3)), "c<:c AND p=:p", ":p", "k", ":c", 3);
    both(new LessOrEqual(value(3)), "(p=:p) and (c<=:c)", ":p", "k", ":c", 3);
    both(new Greater(value(3)), "((p=:p) AND (c>:c))", ":p", "k", ":c", 3);
    both(new GreaterOrEqual(value(3)), "p=:p AND c>=:c", ":p", "k", ":c", 3);
    both(
        new Between(value(3), value(4)),
        "p=:p AnD c BeTwEeN :c aNd :d",
        ":p",
        "k",
        ":c",
        3,
        ":d",
        4);
    both(new BeginsWith(value("x")), "p=:p AND begins_with(c, :c)", ":p", "k", ":c", "x");
  }

  @Test
  void a_value_may_stand_on_the_left() {
    both(new Equal(value(3)), ":p=p AND :c=c", ":p", "k", ":c", 3);
    both(new Greater(value(3)), ":p=p AND :c<c", ":p", "k", ":c", 3);
    both(new LessOrEqual(value(3)), ":p=p AND :c>=c", ":p", "k", ":c", 3);
  }

  @Test
  void an_index_may_have_up_to_eight_key_attributes() {
    var text = "a=:v AND b=:v AND c=:v AND d=:v AND e=:v AND f=:v AND g=:v AND h=:v";
    assertThat(keyCondition(text, ":v", 1).tests()).hasSize(8);
    refused(
        "Conditions can be of length 1 or 2 only", () -> keyCondition(text + " AND i=:v", ":v", 1));
  }

  @Test
  void operators_of_other_conditions_are_refused() {
    var invalid = "Invalid operator used in KeyConditionExpression: ";
    refused(invalid + "OR", () -> keyCondition("p=:p OR c=:p", ":p", 1));
    refused(invalid + "NOT", () -> keyCondition("NOT p=:p", ":p", 1));
    refused(invalid + "IN", () -> keyCondition("p IN (:p)", ":p", 1));
    refused(invalid + "<>", () -> keyCondition("p <> :p", ":p", 1));
    refused(
        invalid + "attribute_exists", () -> keyCondition("p=:p AND attribute_exists(c)", ":p", 1));
    refused(invalid + "contains", () -> keyCondition("contains(p, :p)", ":p", "a"));
  }

  @Test
  void a_test_is_of_one_attribute_and_a_value() {
    var invalid = "Invalid condition in KeyConditionExpression: ";
    refused(
        invalid + "Multiple attribute names used in one condition", () -> keyCondition("p = c"));
    refused(
        invalid + "No key attribute specified", () -> keyCondition(":p = :q", ":p", 1, ":q", 1));
    refused(
        invalid + "BETWEEN operator must have the key attribute as its first operand",
        () -> keyCondition(":p BETWEEN :q AND c", ":p", 1, ":q", 1));
    refused(
        invalid + "begins_with operator must have the key attribute as its first operand",
        () -> keyCondition("begins_with(:p, c)", ":p", "a"));
    refused(
        "Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on nested attributes",
        () -> keyCondition("p.a = :p", ":p", 1));
    refused(
        "KeyConditionExpressions cannot contain nested operations",
        () -> keyCondition("size(p) = :p", ":p", 1));
    refused(
        "Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key",
        () -> keyCondition("p=:p AND p=:p", ":p", 1));
  }

  @Test
  void what_is_wrong_with_any_condition_is_told_first() {
    refused(
        "Invalid KeyConditionExpression: The expression can not be empty;", () -> keyCondition(""));
    refused(
        "Invalid KeyConditionExpression: Syntax error; token: \"!\", near: \"c!=\"",
        () -> keyCondition("p=:p AND c!=:c"));
    refused(
        "Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator"
            + " or function: begins_with, operand type: N",
        () -> keyCondition("p=:p OR begins_with(c, :p)", ":p", 3));
    refused(
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:q}",
        () -> keyCondition("p=:p OR c=:p", ":p", 1, ":q", List.of()));
  }
}

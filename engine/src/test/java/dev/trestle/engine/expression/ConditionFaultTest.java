package dev.trestle.engine.expression;

import static dev.trestle.engine.expression.Binding.condition;
import static dev.trestle.engine.expression.Binding.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConditionFaultTest {
  private static void faulty(String fault, String text, Object... placeholders) {
    refused("Invalid ConditionExpression: " + fault, () -> condition(text, placeholders));
  }

  @Test
  void a_syntax_error_names_the_token_and_its_neighbours() {
    faulty("Syntax error; token: \"<EOF>\", near: \"foo\"", "foo");
    faulty("Syntax error; token: \"-\", near: \"a-b\"", "a-b");
    faulty("Syntax error; token: \"[\", near: \"[object\"", "[object Object]");
    faulty("Syntax error; token: \")\", near: \"()\"", "a IN ()", ":v", 1);
    faulty("Syntax error; token: \"<EOF>\", near: \"(\"", "attribute_not_exists(");
    faulty("Syntax error; token: \"<EOF>\", near: \"#flag\"", "attribute_exists(id) AND NOT #flag");
    faulty("Syntax error; token: \"=\", near: \"= = :v\"", "a = = :v");
    faulty("Syntax error; token: \"_\", near: \"_hidden\"", "_hidden = :v");
    faulty("Syntax error; token: \"!\", near: \"!=\"", "!= a");
    faulty("Syntax error; token: \"AND\", near: \"a AND b\"", "a AND b = c");
    faulty("Syntax error; token: \":x\", near: \"[:x]\"", "a[:x] = b");
    faulty("Syntax error; token: \"=\", near: \") = c\"", "(a = b) = c");
    faulty("Syntax error; token: \"😀\", near: \"a 😀 b\"", "a 😀 b");
    faulty("Syntax error; token: \"<EOF>\", near: \"\"", "   ");
  }

  @Test
  void an_expression_is_neither_empty_nor_too_long() {
    faulty("The expression can not be empty;", "");
    faulty(
        "Expression size has exceeded the maximum allowed size; expression size: 4097",
        "(".repeat(4097));
    assertThat(condition("a" + " ".repeat(4085) + "= b.c.d.e").attributes()).contains("a");
  }

  @Test
  void no_more_than_300_operators_are_allowed_however_deep() {
    assertThat(condition("a<b " + "or (a<b ".repeat(149) + ")".repeat(149))).isNotNull();
    faulty(
        "The expression contains too many operators; operator count: 301",
        "a<b " + "or (a<b ".repeat(454) + ")".repeat(454));
    faulty(
        "The expression contains too many operators; operator count: 301",
        "not ".repeat(1000) + "a<b");
  }

  @Test
  void parentheses_directly_in_parentheses_are_redundant() {
    faulty("The expression has redundant parentheses;", "((a = b))");
    faulty("The expression has redundant parentheses;", "((a)) = b");
    faulty("The expression has redundant parentheses;", "a = b AND ((c = d OR e = f))");
    faulty(
        "The expression has redundant parentheses;", "(".repeat(2046) + "a<b" + ")".repeat(2046));
    assertThat(condition("((a = b) AND (c = d))")).isNotNull();
    assertThat(condition("a = b OR (c = d AND e = f)")).isNotNull();
  }

  @Test
  void functions_have_their_names_and_places() {
    faulty("Invalid function name; function: f", "a < f(b)");
    faulty(
        "Invalid function name; function: f", "a < " + "f(".repeat(1355) + "b" + ")".repeat(1355));
    faulty("Invalid function name; function: Size", "Size(a) = b");
    faulty(
        "The function is not allowed to be used this way in an expression; function: size",
        "size(a)");
    faulty(
        "The function is not allowed to be used this way in an expression; function:"
            + " attribute_exists",
        "attribute_exists(a) < b");
    faulty(
        "The function is not allowed in a condition expression; function: if_not_exists",
        "if_not_exists(a, a) = b");
  }

  @Test
  void reserved_words_need_a_placeholder() {
    faulty("Attribute name is a reserved keyword; reserved keyword: abOrt", "a.abOrt = b");
    faulty("Attribute name is a reserved keyword; reserved keyword: status", "status = :v");
  }

  @Test
  void placeholders_are_defined() {
    faulty(
        "An expression attribute name used in the document path is not defined; attribute name: #a",
        "#a = :v");
    faulty(
        "An expression attribute value used in expression is not defined; attribute value: :v",
        "a = :v");
    faulty(
        "An expression attribute value used in expression is not defined; attribute value: :w",
        "a IN (:v, :w)",
        ":v",
        1);
  }

  @Test
  void functions_have_the_right_number_of_operands() {
    faulty(
        "Incorrect number of operands for operator or function; operator or function: size, number"
            + " of operands: 2",
        "size(a, a) = :v",
        ":v",
        1);
    faulty(
        "Incorrect number of operands for operator or function; operator or function:"
            + " attribute_exists, number of operands: 2",
        "attribute_exists(a, b)");
    faulty(
        "Incorrect number of operands for operator or function; operator or function: begins_with,"
            + " number of operands: 1",
        "begins_with(a)");
  }

  @Test
  void an_attribute_is_not_compared_with_itself() {
    faulty(
        "The first operand must be distinct from the remaining operands for this operator or"
            + " function; operator: contains, first operand: [data]",
        "contains(#a, #a)",
        "#a",
        "data");
    faulty(
        "The first operand must be distinct from the remaining operands for this operator or"
            + " function; operator: =, first operand: [a, [1], b]",
        "a[1].b = a[1].#b",
        "#b",
        "b");
  }

  @Test
  void operands_from_the_request_have_fitting_types() {
    wrongType("begins_with", "N", "begins_with(a, :v)", ":v", 1);
    wrongType("begins_with", "N", "begins_with(a, size(b))");
    wrongType("size", "BOOL", "size(:v) = a", ":v", true);
    wrongType("size", "N", "size(size(a)) = b");
    wrongType("attribute_type", "N", "attribute_type(a, :v)", ":v", 1);
    wrongType("attribute_type", "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}", "attribute_type(a, b)");
    wrongType("<", "L", "a < :v", ":v", List.of(1));
    wrongType(">=", "BOOL", ":v >= a", ":v", false);
    wrongType("BETWEEN", "L", "a BETWEEN :v AND :w", ":v", List.of(1), ":w", List.of(2));
    faulty(
        "Operator or function requires a document path; operator or function: attribute_exists",
        "attribute_exists(:v)",
        ":v",
        1);
    faulty(
        "Invalid attribute type name found; type: DOG, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
        "attribute_type(a, :t)",
        ":t",
        "DOG");
  }

  private static void wrongType(String function, String type, String text, Object... placeholders) {
    faulty(
        "Incorrect operand type for operator or function; operator or function: "
            + function
            + ", operand type: "
            + type,
        text,
        placeholders);
  }

  @Test
  void bounds_from_the_request_are_of_one_type_and_in_order() {
    faulty(
        "The BETWEEN operator requires upper bound to be greater than or equal to lower bound;"
            + " lower bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue:"
            + " {N:1}",
        "a BETWEEN :v AND :w",
        ":v",
        2,
        ":w",
        1);
    faulty(
        "The BETWEEN operator requires same data type for lower and upper bounds; lower bound"
            + " operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {S:dog}",
        "a BETWEEN :v AND :w",
        ":v",
        2,
        ":w",
        "dog");
  }

  @Test
  void in_takes_a_hundred_operands_and_no_more() {
    assertThat(condition("a IN (" + paths(100) + ")")).isNotNull();
    faulty(
        "The IN operator is provided with too many operands; number of operands: 101",
        "a IN (" + paths(101) + ")");
  }

  private static String paths(int count) {
    return IntStream.range(0, count).mapToObj(i -> "b" + i).collect(Collectors.joining(", "));
  }

  @Test
  void faults_are_told_in_dynamodbs_order() {
    faulty("Syntax error; token: \"<EOF>\", near: \"=\"", "((f(a))) AND status =");
    faulty("The expression has redundant parentheses;", "f(status) AND ((a = :v))");
    faulty("Invalid function name; function: f", "status = a AND size(b) AND f(c)");
    faulty(
        "The function is not allowed to be used this way in an expression; function: size",
        "status = a AND size(b)");
    faulty(
        "Attribute name is a reserved keyword; reserved keyword: status", "#a = b AND status = a");
    wrongType("begins_with", "N", "begins_with(a, :v) AND #b = c", ":v", 1);
    faulty(
        "An expression attribute name used in the document path is not defined; attribute name: #b",
        "begins_with(#b, :v)",
        ":v",
        1);
  }
}

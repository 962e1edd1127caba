package dev.trestle.engine.expression;

import static dev.trestle.engine.expression.Binding.refused;
import static dev.trestle.engine.expression.Binding.update;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UpdateFaultTest {
  private static void faulty(String fault, String text, Object... placeholders) {
    refused("Invalid UpdateExpression: " + fault, () -> update(text, placeholders));
  }

  @Test
  void a_syntax_error_names_the_token_and_its_neighbours() {
    faulty("Syntax error; token: \"INVALID\", near: \"INVALID SYNTAX\"", "INVALID SYNTAX HERE");
    faulty("Syntax error; token: \"_\", near: \"SET _123\"", "SET _123 = :v");
    faulty("Syntax error; token: \":\", near: \"hits : incr\"", "ADD hits : incr");
    faulty("Syntax error; token: \"0\", near: \", 0)\"", "SET a = if_not_exists(a, 0)");
    faulty("Syntax error; token: \"<EOF>\", near: \",\"", "SET a = :v,");
    faulty("Syntax error; token: \"-\", near: \"book-price\"", "SET book-price = :v");
    faulty("Syntax error; token: \"+\", near: \"c + d\"", "set a = b + c + d");
    faulty("Syntax error; token: \"+\", near: \":v+:w\"", "SET c = if_not_exists(c, :v+:w)");
    faulty("Syntax error; token: \"b\", near: \"a b\"", "remove a b");
    faulty("Syntax error; token: \"set\", near: \"=set\"", "set a=set");
    faulty("Syntax error; token: \".\", near: \").d\"", "set a = (b.c).d + e");
    faulty("Syntax error; token: \"(\", near: \"set (a\"", "set (a = (b + c))");
    faulty("Syntax error; token: \"/\", near: \"b / c\"", "set a = b / c");
    faulty("Syntax error; token: \"\"\", near: \"= \"eight\"", "set a[1] = \"eight\"");
    faulty("Syntax error; token: \":a\", near: \"set :a =\"", "set :a = b");
    faulty("Syntax error; token: \"b\", near: \"a b\"", "delete a b");
    faulty("The expression can not be empty;", "");
  }

  @Test
  void an_index_is_a_small_number() {
    faulty(
        "List index is not within the allowable range; index: [99999999999]",
        "REMOVE a[99999999999]");
  }

  @Test
  void a_section_stands_once() {
    faulty(
        "The \"SET\" section can only be used once in an update expression;",
        "set a = #c set c = :d");
    faulty(
        "The \"REMOVE\" section can only be used once in an update expression;",
        "remove #d set a = b remove e");
  }

  @Test
  void functions_have_their_names_places_and_operands() {
    faulty("Invalid function name; function: f123_hi", "SET a = f123_hi(b,c,d)");
    faulty("Invalid function name; function: LIST_APPEND", "SET a = LIST_APPEND(b, c)");
    faulty(
        "Invalid function name; function: f",
        "SET a = " + "f(".repeat(1300) + "b" + ")".repeat(1300));
    faulty(
        "The function is not allowed in an update expression; function: size", "SET a = size(b)");
    faulty(
        "The function is not allowed to be used this way in an expression; function: list_append",
        "SET a = list_append(list_append(b, c), d)");
    faulty(
        "Incorrect number of operands for operator or function; operator or function:"
            + " if_not_exists, number of operands: 1",
        "set a = if_not_exists(c)");
    faulty(
        "Operator or function requires a document path; operator or function: if_not_exists",
        "set a = if_not_exists(if_not_exists(a, b), c)");
  }

  @Test
  void operands_from_the_request_have_fitting_types() {
    faulty(operand("ADD", "STRING"), "add a.b :a", ":a", "a");
    faulty(operand("ADD", "BOOLEAN"), "add a.b :a", ":a", true);
    faulty(operand("ADD", "LIST"), "add a.b :a", ":a", List.of(1));
    faulty(operand("DELETE", "NUMBER"), "delete a.b :a", ":a", 1);
    faulty(operand("DELETE", "MAP"), "delete a.b :a", ":a", Map.of());
    faulty(type("list_append", "S"), "set a = list_append(:a, a)", ":a", "a");
    faulty(type("+", "S"), "set a = :a + :c", ":a", "a", ":c", Plain.bytes(1));
    faulty(type("-", "NS"), "set a = a - :f", ":f", Set.of(1));
  }

  private static String operand(String operator, String type) {
    return "Incorrect operand type for operator or function; operator: "
        + operator
        + ", operand type: "
        + type;
  }

  private static String type(String function, String type) {
    return "Incorrect operand type for operator or function; operator or function: "
        + function
        + ", operand type: "
        + type;
  }

  @Test
  void paths_do_not_overlap() {
    overlap(
        "[c, [1], a]",
        "[c]",
        "set d[1] = a, d.b = a, c[1].a = a, #c = if_not_exists(a)",
        "#c",
        "c");
    overlap("[c, b, c]", "[c]", "set c.b.#c = a, c = a", "#c", "c");
    overlap("[a]", "[a]", "set a = b remove a");
    overlap("[c, [3], [3]]", "[c, [3]]", "set c[3].#d = a, c[3] = a", "#d", "[3]");
    overlap("[c]", "[c, a]", "remove c, #c.a", "#c", "c");
  }

  private static void overlap(String one, String two, String text, Object... placeholders) {
    faulty(
        "Two document paths overlap with each other; must remove or rewrite one of these paths;"
            + " path one: "
            + one
            + ", path two: "
            + two,
        text,
        placeholders);
  }

  @Test
  void paths_do_not_rule_each_other_out() {
    faulty(
        "Two document paths conflict with each other; must remove or rewrite one of these paths;"
            + " path one: [c, [3], [3]], path two: [c, [3], [3]]",
        "set c[3].#d = a, c.#d[3] = if_not_exists(a)",
        "#d",
        "[3]");
    faulty(
        "Two document paths conflict with each other; must remove or rewrite one of these paths;"
            + " path one: [a, c], path two: [a, [1]]",
        "remove a.c set a[1] = b");
  }

  @Test
  void faults_are_told_in_dynamodbs_order() {
    faulty(
        "Attribute name is a reserved keyword; reserved keyword: abOrt",
        " set #c = f(:c) set abOrt = true ");
    faulty("Invalid function name; function: if_not_exist", "set #c = if_not_exist(:c) set c = d");
    faulty(
        "An expression attribute name used in the document path is not defined; attribute name: #c",
        "SET a = :c, #c = if_not_exists(:c)");
    faulty(
        "An expression attribute value used in expression is not defined; attribute value: :c",
        "SET a = if_not_exists(:c), a = b");
    faulty(
        operand("ADD", "STRING"),
        "set b = list_append(:a, a), c = if_not_exists(a) add a.b :a",
        ":a",
        "a");
  }
}

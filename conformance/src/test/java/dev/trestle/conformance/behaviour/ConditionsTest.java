package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.b;
import static dev.trestle.conformance.behaviour.Attributes.bool;
import static dev.trestle.conformance.behaviour.Attributes.l;
import static dev.trestle.conformance.behaviour.Attributes.m;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.ns;
import static dev.trestle.conformance.behaviour.Attributes.nul;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Attributes.ss;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.conditionFailed;
import static dev.trestle.conformance.behaviour.ValidationErrors.invalid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Condition expressions, tested with writes that change nothing: they succeed or fail. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConditionsTest {
  private static final Map<String, AttributeValue> ITEM =
      Map.ofEntries(
          Map.entry("pk", s("item")),
          Map.entry("n5", n(5)),
          Map.entry("n50", n(50)),
          Map.entry("txt", s("hello")),
          Map.entry("accents", s("é")),
          Map.entry("bin", b(1, 2, 3)),
          Map.entry("yes", bool(true)),
          Map.entry("nothing", nul()),
          Map.entry("tags", ss("a", "b")),
          Map.entry("nums", ns("1", "2")),
          Map.entry("l", l(n(1), s("two"), m(Map.of("deep", n(3))))),
          Map.entry("m", m(Map.of("nest", m(Map.of("x", n(1))), "s", s("ell"), "hel", s("hel")))));

  /** The values that conditions may use. Only those that are used are sent. */
  private static final Map<String, AttributeValue> VALUES =
      Map.ofEntries(
          Map.entry(":one", n(1)),
          Map.entry(":two", n(2)),
          Map.entry(":five", n(5)),
          Map.entry(":ten", n(10)),
          Map.entry(":hundred", n(100)),
          Map.entry(":a", s("a")),
          Map.entry(":h", s("h")),
          Map.entry(":ell", s("ell")),
          Map.entry(":hello", s("hello")),
          Map.entry(":S", s("S")),
          Map.entry(":N", s("N")),
          Map.entry(":NULL", s("NULL")),
          Map.entry(":SS", s("SS")),
          Map.entry(":b12", b(1, 2)),
          Map.entry(":b2", b(2)),
          Map.entry(":bytesOfH", b('h')),
          Map.entry(":bytesOfEll", b('e', 'l', 'l')),
          Map.entry(":yes", bool(true)),
          Map.entry(":no", bool(false)),
          Map.entry(":null", nul()),
          Map.entry(":tags", ss("b", "a")),
          Map.entry(":list", l(n(1), s("two"), m(Map.of("deep", n(3))))),
          Map.entry(":x", m(Map.of("x", n("1.0")))));

  private final DynamoDbClient client;
  private final TestTable table;

  ConditionsTest(DynamoDbClient client) {
    this.client = client;
    table = TestTable.simple(client, "S");
    table.put(ITEM);
  }

  private void putIf(String condition) {
    var used = new HashMap<>(VALUES);
    used.keySet().removeIf(name -> !condition.matches("(?s).*" + name + "\\b.*"));
    client.putItem(r -> {
      r.tableName(table.name()).item(ITEM).conditionExpression(condition);
      if (!used.isEmpty()) r.expressionAttributeValues(used);
    });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "n5 = :five",
        ":five = n5",
        "n5 <> :one",
        "n5 < :ten",
        "n50 > :five",
        "n5 <= :five",
        "n5 >= :five",
        "txt = :hello",
        "txt > :h",
        "bin > :b12",
        "yes = :yes",
        "yes <> :no",
        "nothing = :null",
        "tags = :tags",
        "l = :list",
        "m.nest = :x",
        "txt <> :five",
        "absent <> :five",
        "n5 < n50",
        "n5 BETWEEN :one AND :five",
        "n5 BETWEEN :five AND :ten",
        ":five BETWEEN :one AND n50",
        "n5 IN (:one, :five)",
        "txt IN (:one, :hello)",
        "attribute_exists(l[2].deep)",
        "attribute_exists(m.nest.x)",
        "attribute_not_exists(absent)",
        "attribute_not_exists(m.absent.x)",
        "attribute_not_exists(l[3])",
        "attribute_not_exists(txt.x)",
        "attribute_type(txt, :S)",
        "attribute_type(nothing, :NULL)",
        "attribute_type(tags, :SS)",
        "begins_with(txt, :h)",
        "begins_with(bin, :b12)",
        "begins_with(txt, m.hel)",
        "contains(txt, :ell)",
        "contains(txt, m.s)",
        "contains(bin, :b2)",
        "contains(tags, :a)",
        "contains(nums, :two)",
        "contains(l, :one)",
        "size(txt) = :five",
        "size(accents) = :one",
        "size(bin) > :two",
        "size(tags) = :two",
        "size(m) > :two",
        "size(l) > :two",
        "size(txt) = n5",
        "NOT n5 = :one",
        "not (n5 = :one)",
        "n5 = :one OR n5 = :five",
        "n5 = :one OR n5 = :two OR n5 = :five AND txt = :hello",
        "(n5 = :one OR n5 = :five) AND txt = :hello",
        "NOT n5 = :one AND txt = :hello",
        "n5 = :five\n\t AND txt=:hello",
      })
  void a_condition_holds(String condition) {
    putIf(condition);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "n5 = :hello",
        "n5 < :hello",
        "absent = :five",
        "absent < :five",
        "n5 > n50",
        "n5 BETWEEN :ten AND :hundred",
        "absent BETWEEN :one AND :ten",
        "n5 IN (:one, :hello)",
        "attribute_exists(absent)",
        "attribute_not_exists(pk)",
        "attribute_type(absent, :S)",
        "attribute_type(txt, :N)",
        "begins_with(txt, :ell)",
        "begins_with(absent, :h)",
        "begins_with(txt, :b12)",
        "begins_with(txt, :bytesOfH)",
        "contains(txt, :five)",
        "contains(txt, :bytesOfEll)",
        "contains(tags, :h)",
        "contains(tags, :one)",
        "contains(n5, :five)",
        "contains(m, :S)",
        "size(absent) = :one",
        "size(n5) = :one",
        "size(yes) = :one",
        "NOT n5 = :five",
        "NOT n5 = :one AND txt = :h",
        "(n5 = :one OR n5 = :five) AND txt = :h",
        "n5 = :five AND NOT (txt = :hello OR txt = :h)",
      })
  void a_condition_does_not_hold(String condition) {
    conditionFailed(() -> putIf(condition));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          n5 = = :one               | Syntax error; token: "=", near: "= = :one"
          n5                        | Syntax error; token: "<EOF>", near: "n5"
          n5 = :one AND             | Syntax error; token: "<EOF>", near: "AND"
          attribute_exists(         | Syntax error; token: "<EOF>", near: "("
          n5 = :unknown             | An expression attribute value used in expression is not defined; attribute value: :unknown
          n5 = #unknown             | An expression attribute name used in the document path is not defined; attribute name: #unknown
          size = :one               | Attribute name is a reserved keyword; reserved keyword: size
          unknown(n5)               | Invalid function name; function: unknown
          Size(n5) = :one           | Invalid function name; function: Size
          attribute_exists(n5, n50) | Incorrect number of operands for operator or function; operator or function: attribute_exists, number of operands: 2
          contains(txt)            | Incorrect number of operands for operator or function; operator or function: contains, number of operands: 1
          attribute_exists(:one)    | Operator or function requires a document path; operator or function: attribute_exists
          begins_with(txt, :one)   | Incorrect operand type for operator or function; operator or function: begins_with, operand type: N
          begins_with(:one, txt)   | Incorrect operand type for operator or function; operator or function: begins_with, operand type: N
          n5 < :yes                 | Incorrect operand type for operator or function; operator or function: <, operand type: BOOL
          size(:one) = :one         | Incorrect operand type for operator or function; operator or function: size, operand type: N
          attribute_type(n5, :hello)| Invalid attribute type name found; type: hello, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}
          n5 BETWEEN :ten AND :one  | The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:10}, upper bound operand: AttributeValue: {N:1}
          contains(txt, txt)      | The first operand must be distinct from the remaining operands for this operator or function; operator: contains, first operand: [txt]
          ((n5 = :one))             | The expression has redundant parentheses;
          attribute_exists(n5) = :one | The function is not allowed to be used this way in an expression; function: attribute_exists
          size(n5)                  | The function is not allowed to be used this way in an expression; function: size
          if_not_exists(n5, :one)   | The function is not allowed in a condition expression; function: if_not_exists
          """)
  void a_faulty_condition_is_refused(String condition, String text) {
    assertInvalid(() -> putIf(condition), "Invalid ConditionExpression: " + text);
  }

  @Test
  void a_condition_has_at_most_4096_bytes() {
    var names = "attribute_not_exists(" + "x".repeat(4096 - 22) + ")";
    putIf(names);

    assertInvalid(
        () -> putIf(names.replace("(x", "(xx")),
        "Invalid ConditionExpression: Expression size has exceeded the maximum allowed size;"
            + " expression size: 4097",
        "Invalid ConditionExpression: Expression size has exceeded the maximum allowed size;");
  }

  @Test
  void a_condition_has_at_most_300_operators() {
    var most =
        IntStream.range(0, 151).mapToObj(i -> "n5=:five").collect(Collectors.joining(" OR "));
    assertInvalid(
        () -> putIf(most),
        "Invalid ConditionExpression: The expression contains too many operators; operator count:"
            + " 301",
        "Invalid ConditionExpression: The expression contains too many operators, maximum operator"
            + " count: 300");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NOT ", "(", "NOT (", "((n5 = :five) AND ", "size("})
  void deep_nesting_is_refused_and_does_no_harm(String opening) {
    var deep = opening.repeat(4000 / opening.length()) + "n5 = :five";

    assertThat(invalid(() -> putIf(deep))).contains("Invalid ConditionExpression: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NOT ", "(", "size("})
  void nesting_beyond_all_measure_is_refused_and_does_no_harm(String opening) {
    var deep = opening.repeat(100_000) + "n5 = :five";

    assertThat(invalid(() -> putIf(deep))).contains("Invalid ConditionExpression: ");
  }

  @Test
  void an_in_has_at_most_100_operands() {
    var names = new HashMap<String, AttributeValue>();
    for (int i = 0; i < 101; i++) names.put(":v" + i, n(i));
    conditionFailed(() -> putIfIn(names, 5));
    putIfIn(names, 100);

    assertInvalid(
        () -> putIfIn(names, 101),
        "Invalid ConditionExpression: The IN operator is provided with too many operands; number of"
            + " operands: 101");
  }

  private void putIfIn(Map<String, AttributeValue> all, int count) {
    var used = new HashMap<>(all);
    used.keySet().removeIf(name -> Integer.parseInt(name.substring(2)) >= count);
    client.putItem(r ->
        r.tableName(table.name())
            .item(ITEM)
            .conditionExpression("n5 IN (" + String.join(", ", used.keySet()) + ")")
            .expressionAttributeValues(used));
  }
}

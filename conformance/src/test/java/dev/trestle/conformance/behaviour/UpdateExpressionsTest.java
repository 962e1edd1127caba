package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.bool;
import static dev.trestle.conformance.behaviour.Attributes.bs;
import static dev.trestle.conformance.behaviour.Attributes.bytes;
import static dev.trestle.conformance.behaviour.Attributes.l;
import static dev.trestle.conformance.behaviour.Attributes.m;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.nested;
import static dev.trestle.conformance.behaviour.Attributes.ns;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Attributes.ss;
import static dev.trestle.conformance.behaviour.Attributes.with;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What SET, REMOVE, ADD and DELETE do to an item. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UpdateExpressionsTest {
  private static final String BAD_PATH =
      "The document path provided in the update expression is invalid for update";
  private static final String BAD_OPERAND =
      "An operand in the update expression has an incorrect data type";
  private static final String OVERFLOW =
      "Number overflow. Attempting to store a number with magnitude larger than supported range";

  private final AtomicInteger keys = new AtomicInteger();
  private final DynamoDbClient client;
  private final TestTable table;

  UpdateExpressionsTest(DynamoDbClient client) {
    this.client = client;
    table = TestTable.simple(client, "S");
  }

  /** Returns the attributes after the update, without the key. */
  private Map<String, AttributeValue> updated(
      Map<String, AttributeValue> before, String expression, Map<String, AttributeValue> values) {
    var key = Map.of("pk", s("item-" + keys.incrementAndGet()));
    table.put(with(key, before));
    client.updateItem(r -> {
      r.tableName(table.name()).key(key).updateExpression(expression);
      if (!values.isEmpty()) r.expressionAttributeValues(values);
    });
    var after = new HashMap<>(table.get(key));
    after.remove("pk");
    return after;
  }

  private Map<String, AttributeValue> updated(
      Map<String, AttributeValue> before, String expression) {
    return updated(before, expression, Map.of());
  }

  @Test
  void right_hand_sides_read_the_item_as_it_was() {
    assertThat(updated(Map.of("a", n(1), "b", n(2)), "SET a = b, b = a"))
        .isEqualTo(Map.of("a", n(2), "b", n(1)));
    assertThat(updated(Map.of("a", n(1)), "SET b = a REMOVE a")).isEqualTo(Map.of("b", n(1)));
    assertThat(
            updated(Map.of("a", n(1)), "SET b = if_not_exists(c, a), c = :v", Map.of(":v", n(5))))
        .isEqualTo(Map.of("a", n(1), "b", n(1), "c", n(5)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SET a = a + :v                      | 13
          SET a = a - :v                      | 7
          SET a = :v - a                      | -7
          SET a = (a - :v)                    | 7
          SET a = a + a                       | 20
          SET a = :v                          | 3
          SET a = if_not_exists(a, :v)        | 10
          SET a = if_not_exists(b, :v)        | 3
          SET a = if_not_exists(b, :v) + a    | 13
          SET a = if_not_exists(a, :v) - :v   | 7
          SET a = if_not_exists(m.x, if_not_exists(c, :v)) | 3
          ADD a :v                            | 13
          set a = :v                          | 3
          """)
  void numbers_are_worked_out(String expression, String result) {
    assertThat(updated(Map.of("a", n(10)), expression, valuesIn(expression)))
        .isEqualTo(Map.of("a", n(result)));
  }

  private static Map<String, AttributeValue> valuesIn(String expression) {
    return expression.contains(":v") ? Map.of(":v", n(3)) : Map.of();
  }

  @Test
  void sums_are_exact() {
    assertThat(updated(Map.of("a", n("0.1")), "SET a = a + :v", Map.of(":v", n("0.2"))))
        .isEqualTo(Map.of("a", n("0.3")));
    var big = "99999999999999999999999999999999999998";
    assertThat(updated(Map.of("a", n(big)), "ADD a :v", Map.of(":v", n(1))))
        .isEqualTo(Map.of("a", n("99999999999999999999999999999999999999")));
    assertThat(updated(Map.of("a", n("1e-130")), "SET a = a - a")).isEqualTo(Map.of("a", n(0)));
  }

  @Test
  void sums_stay_within_reach() {
    assertInvalid(() -> updated(Map.of("a", n("9e125")), "SET a = a + a"), OVERFLOW);
    assertInvalid(
        () -> updated(Map.of("a", n("-9e125")), "ADD a :v", Map.of(":v", n("-9e125"))), OVERFLOW);
    assertInvalid(
        () -> updated(Map.of("a", n("1e38")), "SET a = a + :v", Map.of(":v", n("0.1"))), OVERFLOW);
  }

  @Test
  void lists_are_appended_on_either_side() {
    var list = Map.of("a", l(n(1)));
    var more = Map.of(":v", l(n(2)));
    assertThat(updated(list, "SET a = list_append(a, :v)", more))
        .isEqualTo(Map.of("a", l(n(1), n(2))));
    assertThat(updated(list, "SET a = list_append(:v, a)", more))
        .isEqualTo(Map.of("a", l(n(2), n(1))));
    assertThat(updated(list, "SET b = list_append(if_not_exists(b, :v), a)", more))
        .isEqualTo(Map.of("a", l(n(1)), "b", l(n(2), n(1))));
  }

  @Test
  void sets_behind_the_end_of_a_list_append() {
    var values = Map.of(":x", s("x"), ":y", s("y"));
    assertThat(updated(Map.of("a", l(n(0), n(1), n(2))), "SET a[5] = :x", Map.of(":x", s("x"))))
        .isEqualTo(Map.of("a", l(n(0), n(1), n(2), s("x"))));
    assertThat(updated(Map.of("a", l(n(0))), "SET a[9] = :y, a[5] = :x", values))
        .isEqualTo(Map.of("a", l(n(0), s("x"), s("y"))));
    assertThat(updated(Map.of("a", l()), "SET a[0] = :x, a[1] = :y", values))
        .isEqualTo(Map.of("a", l(s("x"), s("y"))));
  }

  @Test
  void an_index_has_up_to_32_bits() {
    var value = Map.of(":x", s("x"));
    assertThat(updated(Map.of("a", l(n(0))), "SET a[4294967294] = :x", value))
        .isEqualTo(Map.of("a", l(n(0), s("x"))));
    for (var index : List.of("4294967295", "99999999999999999999")) {
      assertInvalid(
          () -> updated(Map.of("a", l(n(0))), "SET a[" + index + "] = :x", value),
          "Invalid UpdateExpression: List index is not within the allowable range; index: ["
              + index
              + "]");
    }
  }

  @Test
  void removed_elements_close_ranks() {
    assertThat(updated(Map.of("a", l(n(0), n(1), n(2), n(3))), "REMOVE a[1], a[2]"))
        .isEqualTo(Map.of("a", l(n(0), n(3))));
    assertThat(updated(Map.of("a", l(n(0), n(1))), "REMOVE a[7]"))
        .isEqualTo(Map.of("a", l(n(0), n(1))));
    assertThat(updated(Map.of("a", l(n(0))), "REMOVE a[0]")).isEqualTo(Map.of("a", l()));
  }

  @Test
  void nested_attributes_change_in_place() {
    var before = Map.of("a", m(Map.of("b", m(Map.of("c", n(1), "d", n(2))), "e", n(3))));
    assertThat(updated(before, "SET a.b.c = :v REMOVE a.e", Map.of(":v", n(9))))
        .isEqualTo(Map.of("a", m(Map.of("b", m(Map.of("c", n(9), "d", n(2)))))));
    assertThat(updated(before, "SET a.b.f = a.e + :v", Map.of(":v", n(1))))
        .isEqualTo(
            Map.of("a", m(Map.of("b", m(Map.of("c", n(1), "d", n(2), "f", n(4))), "e", n(3)))));
    assertThat(updated(Map.of("l", l(m(Map.of("x", n(1))))), "SET l[0].y = l[0].x"))
        .isEqualTo(Map.of("l", l(m(Map.of("x", n(1), "y", n(1))))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET a.b.c = :v",
        "SET absent.b = :v",
        "SET a[0] = :v",
        "SET l.b = :v",
        "SET n.b = :v",
        "SET l[5].b = :v",
        "ADD absent.b :v",
      })
  void a_path_leads_through_what_is_there(String expression) {
    var before = Map.of("a", m(Map.of()), "l", l(), "n", n(1));

    assertInvalid(() -> updated(before, expression, Map.of(":v", n(1))), BAD_PATH);
  }

  @Test
  void to_remove_what_is_not_there_is_fine_if_its_parent_is() {
    var before = Map.of("a", m(Map.of("b", n(1))));
    assertThat(updated(before, "REMOVE c, a.d")).isEqualTo(before);
    assertInvalid(() -> updated(before, "REMOVE c.d"), BAD_PATH);
  }

  @Test
  void add_makes_what_is_not_there() {
    assertThat(
            updated(
                Map.of("m", m(Map.of())),
                "ADD a :n, b :s, m.c :n",
                Map.of(":n", n(2), ":s", ss("x"))))
        .isEqualTo(Map.of("a", n(2), "b", ss("x"), "m", m(Map.of("c", n(2)))));
  }

  @Test
  void add_unites_sets() {
    assertThat(updated(Map.of("a", ss("a", "b")), "ADD a :v", Map.of(":v", ss("b", "", "c"))))
        .isEqualTo(Map.of("a", ss("", "a", "b", "c")));
    assertThat(updated(Map.of("a", ns("1")), "ADD a :v", Map.of(":v", ns("1.0", "-1"))))
        .isEqualTo(Map.of("a", ns("-1", "1")));
    assertThat(updated(Map.of("a", bs(bytes(1))), "ADD a :v", Map.of(":v", bs(bytes(), bytes(1)))))
        .isEqualTo(Map.of("a", bs(bytes(), bytes(1))));
  }

  @Test
  void delete_takes_members_out_of_a_set() {
    var set = Map.of("a", ss("", "a", "b"));
    assertThat(updated(set, "DELETE a :v", Map.of(":v", ss("a", "z"))))
        .isEqualTo(Map.of("a", ss("", "b")));
    assertThat(updated(set, "DELETE b :v", Map.of(":v", ss("a")))).isEqualTo(set);
  }

  @Test
  void a_set_without_members_goes_away() {
    assertThat(
            updated(
                Map.of("a", ss("a", "b"), "m", m(Map.of("s", ns("1")))),
                "DELETE a :a, m.s :n",
                Map.of(":a", ss("b", "a"), ":n", ns("1"))))
        .isEqualTo(Map.of("m", m(Map.of())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET a = a + :n",
        "SET a = :n - s",
        "SET a = list_append(a, :l)",
        "SET a = list_append(:l, s)",
        "ADD s :n",
        "ADD n :set",
        "ADD tags :nums",
        "DELETE n :set",
        "DELETE tags :nums",
      })
  void operands_have_the_right_types(String expression) {
    var before = Map.of("a", bool(true), "s", s("s"), "n", n(1), "tags", ss("a"));
    var values = new HashMap<>(Map.of(":n", n(1), ":l", l(), ":set", ss("a"), ":nums", ns("1")));
    values.keySet().removeIf(name -> !expression.matches(".*" + name + "\\b.*"));

    assertInvalid(() -> updated(before, expression, values), BAD_OPERAND);
  }

  @Test
  void what_is_copied_must_be_there() {
    assertInvalid(
        () -> updated(Map.of(), "SET a = b"),
        "The provided expression refers to an attribute that does not exist in the item");
    assertInvalid(
        () -> updated(Map.of(), "SET a = b + :v", Map.of(":v", n(1))),
        "The provided expression refers to an attribute that does not exist in the item");
  }

  @Test
  void values_do_not_nest_deeper_by_an_update() {
    var before = Map.of("a", nested(31), "m", m(Map.of()));
    assertInvalid(
        () -> updated(before, "SET m.x = a"),
        "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels"
            + " beyond supported limit");
    assertThat(updated(before, "SET b = a")).containsEntry("b", nested(31));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SET                       | Syntax error; token: "<EOF>", near: "SET"
          SET a                     | Syntax error; token: "<EOF>", near: "a"
          SET a = :v,               | Syntax error; token: "<EOF>", near: ","
          SET a = :v SET b = :v     | The "SET" section can only be used once in an update expression;
          REMOVE a REMOVE b         | The "REMOVE" section can only be used once in an update expression;
          SET a = :v REMOVE a       | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]
          SET a.b = :v, a = :v      | Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a, b], path two: [a]
          SET a.b = :v, a[0] = :v   | Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [a, b], path two: [a, [0]]
          SET a = comment           | Attribute name is a reserved keyword; reserved keyword: comment
          SET a = unknown(b)        | Invalid function name; function: unknown
          SET a = size(b)           | The function is not allowed in an update expression; function: size
          SET a = if_not_exists(:v, b) | Operator or function requires a document path; operator or function: if_not_exists
          SET a = list_append(b)    | Incorrect number of operands for operator or function; operator or function: list_append, number of operands: 1
          SET a = list_append(:v, b) | Incorrect operand type for operator or function; operator or function: list_append, operand type: S
          SET a = b + :v            | Incorrect operand type for operator or function; operator or function: +, operand type: S
          ADD a :v                  | Incorrect operand type for operator or function; operator: ADD, operand type: STRING
          DELETE a :v               | Incorrect operand type for operator or function; operator: DELETE, operand type: STRING
          ADD a b                   | Syntax error; token: "b", near: "a b"
          """)
  void a_faulty_update_is_refused(String expression, String text) {
    var values =
        expression.contains(":v") ? Map.of(":v", s("v")) : Map.<String, AttributeValue>of();
    var told = "Invalid UpdateExpression: " + text;
    // Newer regions also report which types are allowed.
    assertInvalid(
        () -> updated(Map.of(), expression, values),
        told,
        told + ", typeSet: ALLOWED_FOR_ADD_OPERAND",
        told + ", typeSet: ALLOWED_FOR_DELETE_OPERAND");
  }

  @Test
  void an_update_has_at_most_4096_bytes() {
    var name = "x".repeat(4096 - "SET  = :v".length());
    assertThat(updated(Map.of(), "SET " + name + " = :v", Map.of(":v", n(1))))
        .isEqualTo(Map.of(name, n(1)));

    assertInvalid(
        () -> updated(Map.of(), "SET x" + name + " = :v", Map.of(":v", n(1))),
        "Invalid UpdateExpression: Expression size has exceeded the maximum allowed size;",
        "Invalid UpdateExpression: Expression size has exceeded the maximum allowed size;"
            + " expression size: 4097");
  }
}

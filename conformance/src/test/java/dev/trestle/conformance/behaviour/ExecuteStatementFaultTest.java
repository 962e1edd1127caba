package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.bool;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Statements.NOT_WELL_FORMED;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertNotFound;
import static dev.trestle.conformance.behaviour.ValidationErrors.invalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.missing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.List;
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

/** Statements that are rejected, with the texts that DynamoDB was seen to return. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExecuteStatementFaultTest {
  private final DynamoDbClient client;
  private final TestTable table;
  private final Statements db;
  private final Statements indexed;

  ExecuteStatementFaultTest(DynamoDbClient client) {
    this.client = client;
    table = TestTable.composite(client, "S", "S");
    db = new Statements(client, table.name());
    indexed = new Statements(client, TestTable.indexed(client).name());
    table.put(Map.of("pk", s("a"), "sk", s("1"), "n", n(1)));
  }

  private void refuses(String statement, String text, AttributeValue... parameters) {
    assertThat(invalid(() -> db.run(statement, parameters))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SLECT * FROM T! | Expected data manipulation",
        "UPDATE Pay-ment SET a = 1 WHERE pk = 'a' | Expected data manipulation",
        "SELECT * FROM T! WHERE pk = 'a' foo | Unexpected token after expression",
        "SELECT * FROM T! WHERE pk = 'a') | Unexpected token after expression",
        "SELECT * FROM T! ORDER BY pk WHERE pk = 'a' | Unexpected token after expression",
        "INSERT INTO T! VALUE {'pk': 'x', 'sk': 'x'} foo | Unexpected token after expression",
        "INSERT INTO T! t VALUE {'pk': 'x'} | Unexpected token after expression",
        "UPDATE T! SET a = 9 WHERE pk = 'a' foo | Unexpected token after expression",
        "DELETE FROM T! WHERE pk = 'a' ORDER BY pk | Unexpected token after expression",
        "FROM T! SET c = 1 WHERE pk = 'a' | Unexpected token after expression",
        "SELECT * FROM T! WHERE | Unexpected term",
        "SELECT * FROM T! WHERE; | Unexpected term",
        "SELECT * FROM T! WHERE NOT | Unexpected term",
        "SELECT * FROM T! WHERE ( | Unexpected term",
        "UPDATE T! SET a = 1 WHERE | Unexpected term",
        "SELECT * FROM | Unexpected term",
        "SELECT * FROM T! WHERE pk = 'a' AND | Missing right-hand side expression of infix"
            + " operator",
        "SELECT * FROM T! WHERE pk = 'a' OR | Missing right-hand side expression of infix operator",
        "SELECT * FROM T! WHERE ORDER BY pk | Unexpected keyword",
        "SELECT * FROM T! WHERE IS NULL | Unexpected operator",
        "SELECT * FROM T! WHERE pk = LIKE | Unexpected operator",
        "SELECT * FROM T! WHERE pk = 'a' AND x IS FOO | Expected type name",
        "SELECT * FROM T! WHERE attribute_exists(m.inner) | Invalid path dot component",
        "DELETE FROM | Expected identifier for simple path",
        "DELETE FROM WHERE pk = 'a' | Expected identifier for simple path",
        "INSERT INTO T! (key, value) VALUES (1, 2) | Unexpected keyword",
      })
  void what_cannot_be_read_is_told(String statement, String why) {
    refuses(statement, NOT_WELL_FORMED + why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM T! WHERE pk = 1e2147483648",
        "SELECT * FROM T! WHERE pk = 1e99999999999",
        "SELECT * FROM T! WHERE pk = 1.5e-2147483647",
        "SELECT * FROM T! WHERE pk = 'a' # note",
        "SELECT * FROM T! WHERE pk = 'a' /* note",
        "SELECT * FROM T! WHERE pk = 'a",
        "SELECT * FROM \"open",
      })
  void some_of_it_is_told_without_a_word(String statement) {
    refuses(statement, NOT_WELL_FORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM T! t WHERE pk = 'a'",
        "SELECT * FROM T! AS t WHERE pk = 'a'",
        "UPDATE T! t SET a = 3 WHERE pk = 'a'",
        "DELETE FROM T! t WHERE pk = 'a'",
      })
  void tables_have_no_other_names(String statement) {
    refuses(statement, "Aliasing is not supported");
  }

  @Test
  void functions_are_known_by_name_and_place() {
    var exists = "SELECT * FROM T! WHERE pk = 'a' AND EXISTS(ss)";
    refuses(exists, "Unrecognized function: exists at " + at(exists, "EXISTS", 6));
    var add = "SELECT * FROM T! WHERE set_add(ss, <<'x'>>) = ss";
    refuses(add, "Unrecognized function: set_add at " + at(add, "set_add", 7));
    var shown = "SELECT attribute_exists(ss) FROM T! WHERE pk = 'a'";
    refuses(shown, "Unexpected path component at 1:8:16");
    refuses(
        "SELECT * FROM T! WHERE attribute_exists('ss')",
        "Operator or function requires a document path; operator or function: attribute_exists");
    refuses(
        "SELECT * FROM T! WHERE attribute_exists()",
        "Incorrect number of operands for operator or function; operator or function:"
            + " attribute_exists, number of operands: 0");
    refuses(
        "SELECT * FROM T! WHERE size() = 1",
        "Incorrect number of operands for operator or function; operator or function: size,"
            + " number of operands: 0");
    refuses(
        "SELECT * FROM T! WHERE attribute_type(l, true)",
        "Incorrect operand type for operator or function; operator or function: attribute_type,"
            + " operand type: BOOL");
  }

  private String at(String statement, String token, int length) {
    return "1:" + (db.text(statement).indexOf(token) + 1) + ":" + length;
  }

  @Test
  void only_what_has_an_order_is_compared_by_it() {
    refuses(
        "SELECT * FROM T! WHERE pk = 'a' AND v < ?",
        "Incorrect operand type for operator or function; operator or function: <, operand type:"
            + " BOOL",
        bool(true));
    refuses(
        "SELECT * FROM T! WHERE attribute_exists(v) > false",
        "Incorrect operand type for operator or function; operator or function: >, operand type:"
            + " BOOL");
    assertThat(
            invalid(() -> db.run("SELECT * FROM \"trestle-absent\" WHERE pk = 'a' AND v < true")))
        .startsWith("Incorrect operand type");
  }

  @Test
  void set_functions_are_told_what_they_lack() {
    var add = "UPDATE T! SET t = set_add(ss, <<'x'>>) WHERE pk = 'a' AND sk = '1'";
    refuses(
        add,
        "The first argument to SET_ADD must equal the assignment value at "
            + at(add, "set_add", 7));
    var text = "UPDATE T!\nSET ss = set_add(ss, 'x')\nWHERE pk = 'a' AND sk = '1'";
    refuses(text, "The second argument to SET_ADD must be a value with type SET at 2:18:2");
    var parameter = "UPDATE T! SET ss = set_delete(ss, ?) WHERE pk = 'a' AND sk = '1'";
    refuses(
        parameter,
        "The second argument to SET_DELETE must be a value with type SET at "
            + at(parameter, "ss, ?", 2),
        s("x"));
    var one = "UPDATE T! SET ss = set_add(ss) WHERE pk = 'a' AND sk = '1'";
    refuses(one, "SET_ADD must have exactly two arguments at " + at(one, "set_add", 7));
    refuses(
        "UPDATE T! SET n = set_add(n, <<'x'>>) WHERE pk = 'a' AND sk = '1'",
        "An operand in the update expression has an incorrect data type");
    refuses(
        "UPDATE T! SET n = 'a' + 1 WHERE pk = 'a' AND sk = '1' AND nope = 1",
        "Incorrect operand type for operator or function; operator or function: +, operand type:"
            + " S");
    refuses(
        "UPDATE T! SET nope = list_append(nope, [1]) WHERE pk = 'a' AND sk = '1'",
        "The provided expression refers to an attribute that does not exist in the item");
    refuses(
        "UPDATE T! SET nope[0] = 1 WHERE pk = 'a' AND sk = '1'",
        "The document path provided in the update expression is invalid for update");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<<>> | Empty bags are not supported",
        "<<'a', 'a'>> | One or more parameter values were invalid: Input collection [a, a] contains"
            + " duplicates.",
        "<<2, 2.0>> | One or more parameter values were invalid: Input collection [2, 2.0] contains"
            + " duplicates! under root",
        "<<1, 'a'>> | Unsupported data type in Bag. DynamoDB only supports either numbers or"
            + " strings in bags",
        "1e126 | Number overflow. Attempting to store a number with magnitude larger than supported"
            + " range under root",
        "{'x': 1e126} | Number overflow. Attempting to store a number with magnitude larger than"
            + " supported range under root.x",
        "[1, 1e-131] | Number underflow. Attempting to store a number with magnitude smaller than"
            + " supported range under root[1]",
      })
  void literals_are_checked_like_other_values(String literal, String text) {
    refuses("INSERT INTO T! VALUE {'pk': 'v', 'sk': 'v', 'v': " + literal + "}", text);
    refuses("UPDATE T! SET v = " + literal + " WHERE pk = 'a' AND sk = '1'", text);
  }

  @Test
  void a_literal_has_no_parameter_in_it() {
    var set = "UPDATE T! SET x = [?] WHERE pk = 'a' AND sk = '1'";
    refuses(
        set, "Unsupported data type: Parameter under key root[0] at " + at(set, "?", 1), s("v"));
  }

  @Test
  void nesting_has_an_end() {
    refuses(
        "UPDATE T! SET d = " + "{'a':".repeat(32) + "1" + "}".repeat(32) + " WHERE pk = 'nested'",
        "Nesting Levels have exceeded supported limits under root" + ".a".repeat(32));
    db.run(
        "INSERT INTO T! VALUE {'pk': 'nested', 'sk': '1', 'd': %s1%s}"
            .formatted("[".repeat(31), "]".repeat(31)));
    for (var open : List.of("(", "NOT ", "size(", "a IN [")) {
      var deep = "SELECT * FROM T! WHERE " + open.repeat(8000 / open.length() - 50);
      assertThat(invalid(() -> db.run(deep)))
          .isEqualTo("The statement is nested too deeply; levels: more than 100");
    }
    var wide = "SELECT * FROM T! WHERE " + "a = 1 OR ".repeat(850) + "a = 1";
    assertThat(db.items(wide)).isEmpty();
  }

  @Test
  void parameters_are_as_many_as_question_marks() {
    var text = "Number of parameters in request and statement don't match.";
    refuses("SELECT * FROM T! WHERE pk = ?", text);
    refuses("SELECT * FROM T! WHERE pk = ?", text, s("a"), s("b"));
    refuses("SELECT * FROM T! WHERE pk = '?'", text, s("a"));
  }

  @Test
  void writes_are_of_one_item() {
    var incomplete = "Where clause does not contain a mandatory equality on all key attributes";
    refuses("DELETE FROM T! WHERE n = 1", incomplete);
    refuses("DELETE FROM T!", incomplete);
    refuses("UPDATE T! SET a = 1 WHERE pk = 'a'", incomplete);
    refuses("UPDATE T! SET a = 1 WHERE pk = 'a' AND sk > '0'", incomplete);
    refuses("UPDATE T! SET a = 1 WHERE pk = 'a' OR sk = '1'", incomplete);
    refuses("FROM T! SET c = 1", incomplete);
    refuses(
        "UPDATE T! SET a = 1 WHERE pk = 'a' AND sk = '1' AND pk = 'b'",
        "Multiple conditions on same key pk. Only single item Update/Insert/Delete are supported");
    refuses(
        "UPDATE T! SET pk = 'b' WHERE pk = 'a' AND sk = '1'",
        "One or more parameter values were invalid: Cannot update attribute pk. This attribute is"
            + " part of the key");
    refuses(
        "INSERT INTO T! VALUE {'pk': 'x'}",
        "One or more parameter values were invalid: Missing the key sk in the item");
    refuses(
        "DELETE FROM T! WHERE pk = 'a' AND sk = '1' RETURNING MODIFIED OLD *",
        "Invalid returning clause: RETURNING MODIFIED OLD *. Only RETURNING ALL OLD * is allowed in"
            + " DELETE statements.");
    refuses(
        "INSERT INTO T! <<{'pk': 'x'}>>",
        "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags");
    assertThat(table.get(Map.of("pk", s("a"), "sk", s("1")))).hasSize(3);
  }

  @Test
  void reads_by_key_do_not_overlap() {
    var text = "Overlapping conditions with range keys are not supported in where clause";
    for (var where :
        List.of(
            "pk IN ['a', 'a']",
            "pk = 'a' OR pk = 'a'",
            "pk = 'a' AND (sk > '0' OR sk < '5')",
            "pk = 'a' AND (sk = '1' OR n = 2)",
            "pk = 'a' AND x = '1' OR pk = 'a' AND sk = '2'",
            "pk = 'a' AND (begins_with(sk, '1') OR sk = '12')",
            "(pk = 'a' AND n = 1) OR (pk = 'a' AND n = 2)")) {
      refuses("SELECT * FROM T! WHERE " + where, text);
    }
  }

  @Test
  void reads_by_key_are_not_too_many() {
    var text = "Too many decomposed read operations for a given query.";
    refuses("SELECT * FROM T! WHERE pk IN " + values(51), text);
    refuses("SELECT * FROM T! WHERE pk = 'a' AND sk IN " + values(51), text);
    refuses("SELECT * FROM T! WHERE pk IN " + values(26) + " AND sk IN ['1', '2']", text);
    refuses(
        "SELECT * FROM T! WHERE pk = 'a' AND n IN " + values(101),
        "The IN operator is provided with too many operands; number of operands: 101");
    db.run("SELECT * FROM T! WHERE pk IN " + values(50) + " AND n IN " + values(100));
    db.run("SELECT * FROM T! WHERE pk IN " + values(51) + " OR n = 1");
  }

  private static String values(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "'v" + i + "'")
        .collect(Collectors.joining(", ", "[", "]"));
  }

  @Test
  void keys_are_of_their_types() {
    var text = "Key attribute's data type should match its data type in table's schema: Key ";
    refuses("SELECT * FROM T! WHERE pk = 1", text + "pk");
    refuses("SELECT * FROM T! WHERE pk = 1 OR pk = 'a'", text + "pk");
    refuses("SELECT * FROM T! WHERE pk = 'a' AND sk IN ['1', 2]", text + "sk");
    refuses("DELETE FROM T! WHERE pk = 'a' AND sk = 1", text + "sk");
  }

  @Test
  void orders_are_by_what_is_queried() {
    refuses(
        "SELECT * FROM T! ORDER BY sk",
        "Must have WHERE clause in the statement when using ORDER BY clause.");
    refuses(
        "SELECT * FROM T! WHERE pk = 'a' ORDER BY n",
        "Attribute n in ORDER BY clause must be part of the primary key");
    refuses(
        "SELECT * FROM T! WHERE pk > 'a' ORDER BY sk",
        "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY"
            + " clause.");
    refuses(
        "SELECT * FROM T! WHERE pk IN ['a', 'b'] ORDER BY sk",
        "Must have hash key in ORDER BY clause when more than one hash key condition specified in"
            + " WHERE clause.");
    var limit = "SELECT * FROM T! LIMIT 5";
    refuses(limit, "Unsupported clause: LIMIT at " + at(limit, "LIMIT", 5));
  }

  @Test
  void tables_and_indexes_are_there() {
    assertNotFound(() -> db.run("SELECT * FROM \"trestle-absent\" WHERE pk = 'a'"));
    var none = "The table does not have the specified index";
    refuses("SELECT * FROM T!.\"nope\" WHERE pk = 'a'", none);
    refuses(
        "SELECT * FROM T!.\"i\".\"x\"",
        "A path may contain at most 2 components in the FROM clause");
    refuses("SELECT * FROM T!.\"\"", "Path component cannot be an empty string");
    refuses("SELECT * FROM \"\"", "Path component cannot be an empty string");
    var start = "One or more parameter values were invalid: ";
    assertInvalid(
        () -> indexed.run("SELECT hidden FROM T!.\"keys\" WHERE gpk = 'x'"),
        start + "Global secondary index keys does not project [hidden]");
    assertInvalid(
        () -> indexed.run("SELECT pk FROM T!.\"keys\" WHERE gpk = 'x' AND hidden = 'y'"),
        start + "Secondary index keys does not project one or more filter attributes: [hidden]");
    assertInvalid(
        () -> indexed.run("SELECT * FROM T!.\"keys\" WHERE gpk = 'x'", r -> r.consistentRead(true)),
        "Strongly consistent read is not supported on Global Secondary Indexes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE T!.\"i\" SET n = 2 WHERE pk = 'a' AND sk = '1'",
        "FROM T!.\"i\" WHERE pk = 'a' AND sk = '1' SET n = 2",
        "DELETE FROM T!.\"i\" WHERE pk = 'a' AND sk = '1'",
        "DELETE FROM \"trestle-absent\".\"i\" WHERE pk = 'a'",
      })
  void nothing_is_written_to_an_index(String statement) {
    refuses(statement, "This operation is not supported on an index");
    assertThat(table.get(Map.of("pk", s("a"), "sk", s("1")))).containsEntry("n", n(1));
  }

  @Test
  void nothing_is_inserted_into_an_index() {
    var insert = "INSERT INTO T!.\"i\" VALUE {'pk': 'new', 'sk': '1'}";
    // The length in the position is not known.
    assertThat(invalid(() -> db.run(insert)))
        .startsWith(
            "FROM clause may only contain a single table name in data manipulation statements at"
                + " 1:13:");
    assertThat(table.has(Map.of("pk", s("new"), "sk", s("1")))).isFalse();
  }

  @Test
  void an_index_with_several_sort_keys_is_not_for_statements() {
    var name =
        TableSketch.of("multi", "pk S")
            .global("multi", TableSketch.ALL, List.of("g S"), List.of("a S", "b S"))
            .create(client);
    assertInvalid(
        () -> new Statements(client, name).run("SELECT * FROM T!.\"multi\" WHERE g = 'x'"),
        "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or"
            + " multi-attribute RANGE keys.");
  }

  @Test
  void a_token_goes_with_its_statement() {
    for (int i = 0; i < 3; i++) table.put(Map.of("pk", s("token"), "sk", s("" + i)));
    var select = "SELECT * FROM T! WHERE pk = 'token' AND sk >= ?";
    var token = db.run(select, r -> r.limit(1), s("0")).nextToken();
    var mismatch = "NextToken does not match request";
    assertInvalid(() -> db.run(select, r -> r.nextToken(token), s("1")), mismatch);
    assertInvalid(
        () -> db.run(select + " AND sk <= '9'", r -> r.nextToken(token), s("0")), mismatch);
    assertInvalid(() -> db.run(select, r -> r.nextToken("x" + token), s("0")), "Invalid NextToken");
    assertInvalid(() -> db.run(select, r -> r.nextToken("AAAA"), s("0")), "Invalid NextToken");
    assertThat(
            db.run(select, r -> r.nextToken(token).limit(5).consistentRead(true), s("0")).items())
        .hasSize(2);
  }

  @Test
  void exists_is_for_transactions() {
    refuses(
        "EXISTS(SELECT * FROM T! WHERE pk = 'a' AND sk = '1' AND n = 1)",
        "EXISTS can only be used in ExecuteTransaction write requests.");
  }

  @Test
  void members_keep_their_constraints() {
    assertFaults(() -> client.executeStatement(r -> r.limit(1)), missing("statement"));
    assertFaults(
        () -> client.executeStatement(r -> r.statement("SELECT").limit(0)),
        "Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or"
            + " equal to 1");
    assertThat(invalid(() -> client.executeStatement(r -> r.statement("x".repeat(8193)))))
        .endsWith("Member must have length less than or equal to 8192");
  }

  @Test
  void an_index_of_a_list_fits_an_integer() {
    refuses(
        "SELECT l[-1] FROM T!",
        "List index is not within the allowable range; index: [-1] at 1:11:1");
    refuses(
        "SELECT l[2147483648] FROM T!",
        "List index is not within the allowable range; index: [2147483648] at 1:10:10");
  }
}

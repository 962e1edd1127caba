package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.b;
import static dev.trestle.conformance.behaviour.Attributes.bool;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.notOneOf;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.trestle.testing.TrestleTest;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Query: what is rejected, with which texts, and which error is reported first. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueryFaultTest {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final String IN_CONDITION = "Invalid KeyConditionExpression: ";
  private static final String MISMATCH =
      INVALID + "Condition parameter type does not match schema type";

  private final DynamoDbClient db;
  private final String table;

  QueryFaultTest(DynamoDbClient db) {
    this.db = db;
    table =
        TableSketch.of("query-fault", "pk S", "sk N")
            .local("local", TableSketch.ALL, "lsk S")
            .global("global", TableSketch.ALL, "gpk S")
            .create(db);
  }

  /** Adds all placeholders that the condition uses: :s, :t are strings, :n, :m numbers. */
  private QueryRequest.Builder where(String condition) {
    var all =
        Map.of(
            ":s",
            s("a"),
            ":t",
            s("b"),
            ":n",
            n(1),
            ":m",
            n(2),
            ":bool",
            bool(true),
            ":e",
            s(""),
            ":bin",
            b(1));
    var values = new HashMap<String, AttributeValue>();
    all.forEach((name, value) -> {
      if (condition.matches(".*" + name + "\\b.*")) values.put(name, value);
    });
    var request = QueryRequest.builder().tableName(table).keyConditionExpression(condition);
    return values.isEmpty() ? request : request.expressionAttributeValues(values);
  }

  private void assertFault(QueryRequest.Builder request, String... texts) {
    assertInvalid(() -> db.query(request.build()), texts);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pk = :s OR sk = :n             | Invalid operator used in KeyConditionExpression: OR
          pk = :s AND NOT sk = :n        | Invalid operator used in KeyConditionExpression: NOT
          pk = :s AND sk IN (:n, :m)     | Invalid operator used in KeyConditionExpression: IN
          pk = :s AND sk <> :n           | Invalid operator used in KeyConditionExpression: <>
          pk = :s AND attribute_exists(sk) | Invalid operator used in KeyConditionExpression: attribute_exists
          pk = :s AND contains(sk, :t)   | Invalid operator used in KeyConditionExpression: contains
          pk = :s AND size(sk) = :n      | KeyConditionExpressions cannot contain nested operations
          pk = :s AND sk.a = :n          | KeyConditionExpressions cannot have conditions on nested attributes
          pk = :s AND sk[0] = :n         | KeyConditionExpressions cannot have conditions on nested attributes
          pk = :s AND sk = pk            | Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition
          pk = :s AND :n = :m            | Invalid condition in KeyConditionExpression: No key attribute specified
          pk = :s AND :n BETWEEN sk AND :m | Invalid condition in KeyConditionExpression: BETWEEN operator must have the key attribute as its first operand
          pk = :s AND begins_with(:t, sk) | Invalid condition in KeyConditionExpression: begins_with operator must have the key attribute as its first operand
          pk = :s AND sk > :n AND sk < :m | KeyConditionExpressions must only contain one condition per key
          pk = :s AND pk = :t            | KeyConditionExpressions must only contain one condition per key
          pk = :s AND sk BETWEEN :m AND :n | The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}
          pk = :s AND sk BETWEEN :n AND :t | The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {S:b}
          pk = :s AND begins_with(sk, :n) | Incorrect operand type for operator or function; operator or function: begins_with, operand type: N
          pk = :s AND begins_with(sk, :bool) | Incorrect operand type for operator or function; operator or function: begins_with, operand type: BOOL
          pk = :s AND sk < :bool         | Incorrect operand type for operator or function; operator or function: <, operand type: BOOL
          pk = :s AND :bool >= sk        | Incorrect operand type for operator or function; operator or function: >=, operand type: BOOL
          ((pk = :s))                    | The expression has redundant parentheses;
          pk = :gone                     | An expression attribute value used in expression is not defined; attribute value: :gone
          #gone = :s                     | An expression attribute name used in the document path is not defined; attribute name: #gone
          """)
  void a_key_condition_that_is_none_is_refused(String condition, String text) {
    // For some of these DynamoDB once omitted the prefix.
    assertFault(where(condition), IN_CONDITION + text, text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sk = :n                        | Query condition missed key schema element: pk
          unkey = :s                     | Query condition missed key schema element: pk
          pk = :s AND unkey = :t         | Query condition missed key schema element: sk
          pk > :s                        | Query key condition not supported
          begins_with(pk, :s)            | Query key condition not supported
          pk BETWEEN :s AND :t           | Query key condition not supported
          pk = :s AND sk > :n AND x = :t | The number of query conditions (3) exceeds the number of key attributes defined in the schema (2)
          """)
  void a_key_condition_must_fit_the_keys_of_the_table(String condition, String text) {
    assertFault(where(condition), text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pk = :n
          pk = :s AND sk = :t
          pk = :s AND sk < :t
          pk = :s AND sk BETWEEN :s AND :t
          pk = :s AND sk = :bool
          pk = :s AND begins_with(sk, :t)
          pk = :bin
          """)
  void values_must_be_of_the_type_of_the_key(String condition) {
    assertFault(where(condition), MISMATCH);
  }

  @Test
  void a_key_is_never_empty() {
    var empty = "The AttributeValue for a key attribute cannot contain an empty string value. ";
    assertFault(
        where("pk = :e"), "One or more parameter values are not valid. " + empty + "Key: pk");
    assertFault(
        where("gpk = :e").indexName("global"),
        "One or more parameter values are not valid. A value specified for a secondary index key"
            + " is not supported. "
            + empty
            + "IndexName: global, IndexKey: gpk");
  }

  @Test
  void the_first_fault_in_the_text_is_told_first_and_before_the_table_is_looked_up() {
    var missing =
        "An expression attribute value used in expression is not defined; attribute value: ";
    var operand =
        "Incorrect operand type for operator or function; operator or function: begins_with,"
            + " operand type: N";
    var nowhere = TableSketch.name("nowhere");
    assertFault(
        where("pk = :gone AND begins_with(sk, :n)").tableName(nowhere),
        IN_CONDITION + missing + ":gone");
    assertFault(
        where("begins_with(sk, :n) AND pk = :gone").tableName(nowhere), IN_CONDITION + operand);
    assertFault(
        where("pk = :s AND begins_with(sk, :n) AND sk > :m").tableName(nowhere),
        IN_CONDITION + operand);
    assertRefused(
        () -> db.query(where("pk = :s AND sk > :n").tableName(nowhere).build()),
        "ResourceNotFoundException",
        "Requested resource not found");
  }

  @Test
  void a_query_needs_a_key_condition() {
    assertFault(
        QueryRequest.builder().tableName(table),
        "Either the KeyConditions or KeyConditionExpression parameter must be specified in the"
            + " request.");
    assertFault(where(""), IN_CONDITION + "The expression can not be empty;");
  }

  @Test
  void expressions_and_legacy_parameters_do_not_mix() {
    var equal = Condition.builder().comparisonOperator("EQ").attributeValueList(s("a")).build();
    assertFault(
        where("pk = :s").keyConditions(Map.of("pk", equal)),
        "Can not use both expression and non-expression parameters in the same request:"
            + " Non-expression parameters: {KeyConditions} Expression parameters:"
            + " {KeyConditionExpression}");
    assertFault(
        where("pk = :s").attributesToGet("sk"),
        "Can not use both expression and non-expression parameters in the same request:"
            + " Non-expression parameters: {AttributesToGet} Expression parameters:"
            + " {KeyConditionExpression}");
  }

  @Test
  void placeholders_that_nothing_uses_are_refused() {
    assertFault(
        where("pk = :s").expressionAttributeNames(Map.of("#unused", "x")),
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}");
    assertFault(
        where("pk = :s").expressionAttributeValues(Map.of(":s", s("a"), ":unused", s("x"))),
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:unused}");
  }

  @ParameterizedTest
  @CsvSource({
    "NE, Attempted conditional constraint is not an indexable operation",
    "CONTAINS, Attempted conditional constraint is not an indexable operation",
  })
  void legacy_key_conditions_are_of_operators_that_have_ranges(String operator, String text) {
    var equal = Condition.builder().comparisonOperator("EQ").attributeValueList(s("a")).build();
    var other = Condition.builder().comparisonOperator(operator).attributeValueList(n(1)).build();
    assertFault(
        QueryRequest.builder().tableName(table).keyConditions(Map.of("pk", equal, "sk", other)),
        text);
  }

  @Test
  void a_filter_cannot_look_at_the_key() {
    for (var name : new String[] {"pk", "sk"}) {
      assertFault(
          where("pk = :s").filterExpression("attribute_exists(" + name + ")"),
          "Filter Expression can only contain non-primary key attributes: Primary key attribute: "
              + name);
    }
    assertFault(
        where("gpk = :s").indexName("global").filterExpression("attribute_exists(gpk)"),
        "Filter Expression can only contain non-primary key attributes: Primary key attribute:"
            + " gpk");
  }

  @Test
  void a_projection_may_not_name_a_path_twice() {
    assertFault(
        where("pk = :s").projectionExpression("a.b, a"),
        "Invalid ProjectionExpression: Two document paths overlap with each other; must remove or"
            + " rewrite one of these paths; path one: [a, b], path two: [a]");
  }

  @Test
  void a_limit_is_at_least_one() {
    assertFault(
        where("pk = :s").limit(0),
        "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must"
            + " have value greater than or equal to 1",
        "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member"
            + " must have value greater than or equal to 1");
  }

  @Test
  void an_index_must_be_there() {
    assertFault(
        where("pk = :s").indexName("missing"),
        "The table does not have the specified index: missing");
  }

  @Test
  void a_global_index_cannot_be_read_consistently() {
    assertFault(
        where("gpk = :s").indexName("global").consistentRead(true),
        "Consistent reads are not supported on global secondary indexes");
  }

  @Test
  void members_of_the_wrong_form_are_told_together() {
    assertFaults(
        () ->
            db.query(
                where("pk = :s").tableName("a!").select("X").returnConsumedCapacity("Y").build()),
        notOneOf(
            "select", "X", "SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES"),
        notOneOf("returnConsumedCapacity", "Y", "INDEXES, TOTAL, NONE"),
        "Value 'a!' at 'tableName' failed to satisfy constraint: Member must satisfy regular"
            + " expression pattern: [a-zA-Z0-9_.-]+");
  }

  static Stream<Arguments> startKeys() {
    var invalid = "The provided starting key is invalid";
    return Stream.of(
        arguments("pk = :s", Map.of("pk", s("a")), invalid),
        arguments("pk = :s", Map.of("bad", s("a")), invalid),
        arguments("pk = :s", Map.of("pk", s("a"), "x", n(1)), invalid),
        arguments("pk = :s", Map.of("pk", s("a"), "sk", n(1), "x", n(1)), invalid),
        arguments("pk = :s", Map.of("pk", s("a"), "sk", s("1")), invalid),
        arguments(
            "pk = :s",
            Map.of("pk", s("b"), "sk", n(1)),
            "The provided starting key is outside query boundaries based on provided conditions"),
        arguments(
            "pk = :s AND sk > :n",
            Map.of("pk", s("a"), "sk", n(1)),
            "The provided starting key does not match the range key predicate"),
        arguments(
            "pk = :s AND sk > :n",
            Map.of("pk", s("b"), "sk", n(5)),
            "The query can return at most one row and cannot be restarted"));
  }

  @ParameterizedTest
  @MethodSource("startKeys")
  void a_start_must_be_a_place_in_what_is_queried(
      String condition, Map<String, AttributeValue> start, String text) {
    assertFault(where(condition).exclusiveStartKey(start), text);
  }

  @Test
  void nothing_comes_after_the_only_item_of_a_partition() {
    var simple = TableSketch.of("query-fault-simple", "pk S").create(db);
    assertFault(
        QueryRequest.builder()
            .tableName(simple)
            .keyConditionExpression("pk = :s")
            .expressionAttributeValues(Map.of(":s", s("a")))
            .exclusiveStartKey(Map.of("pk", s("a"))),
        "The provided exclusive start key is invalid: ExclusiveStartKey: {pk=AttributeValue:"
            + " {S:a}}");
  }

  @Test
  void a_start_in_an_index_has_the_keys_of_both() {
    assertFault(
        where("gpk = :s").indexName("global").exclusiveStartKey(Map.of("gpk", s("a"))),
        "The provided starting key is invalid");
    assertFault(
        where("gpk = :s")
            .indexName("global")
            .exclusiveStartKey(Map.of("gpk", s("a"), "pk", s("a"), "sk", s("1"))),
        "The provided starting key is invalid: The provided key element does not match the schema");
  }
}

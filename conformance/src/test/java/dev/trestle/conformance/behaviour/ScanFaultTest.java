package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.notOneOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Scan: what is rejected, and with which texts. If regions differ, either text is accepted. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScanFaultTest {
  private static final String INVALID = "One or more parameter values were invalid: ";

  private final DynamoDbClient db;
  private final String table;

  ScanFaultTest(DynamoDbClient db) {
    this.db = db;
    table =
        TableSketch.of("scan-fault", "pk S", "sk N")
            .local("local", TableSketch.KEYS_ONLY, "lsk S")
            .global("global", TableSketch.KEYS_ONLY, "gpk S")
            .create(db);
  }

  private ScanRequest.Builder scan() {
    return ScanRequest.builder().tableName(table);
  }

  private void assertFault(ScanRequest.Builder request, String... texts) {
    assertInvalid(() -> db.scan(request.build()), texts);
  }

  @Test
  void segment_and_total_segments_come_together() {
    assertFault(
        scan().segment(0),
        "The TotalSegments parameter is required but was not present in the request when Segment"
            + " parameter is present");
    assertFault(
        scan().totalSegments(4),
        "The Segment parameter is required but was not present in the request when parameter"
            + " TotalSegments is present");
  }

  @Test
  void a_segment_is_less_than_their_number() {
    var text = "The Segment parameter is zero-based and must be less than parameter TotalSegments";
    assertFault(
        scan().segment(5).totalSegments(5),
        text,
        text + ": Segment: 5 is not less than TotalSegments: 5");
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 4, segment, 0, greater, -1",
    "0, 0, totalSegments, 1, greater, 0",
    "0, 1000001, totalSegments, 1000000, less, 1000001",
  })
  void segments_have_bounds(
      int segment, int total, String member, int bound, String than, String value) {
    var constraint =
        "' failed to satisfy constraint: Member must have value "
            + than
            + " than or equal to "
            + bound;
    var capital = Character.toUpperCase(member.charAt(0)) + member.substring(1);
    assertFault(
        scan().segment(segment).totalSegments(total),
        "1 validation error detected: Value '" + value + "' at '" + member + constraint,
        "1 validation error detected: Value at '" + capital + constraint);
  }

  @Test
  void a_limit_is_at_least_one() {
    assertFault(
        scan().limit(0),
        "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must"
            + " have value greater than or equal to 1",
        "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member"
            + " must have value greater than or equal to 1");
  }

  @Test
  void members_of_the_wrong_form_are_told_together() {
    assertFaults(
        () -> db.scan(scan().indexName("b!").select("X").returnConsumedCapacity("Y").build()),
        notOneOf(
            "select", "X", "SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES"),
        notOneOf("returnConsumedCapacity", "Y", "INDEXES, TOTAL, NONE"),
        "Value 'b!' at 'indexName' failed to satisfy constraint: Member must satisfy regular"
            + " expression pattern: [a-zA-Z0-9_.-]+",
        "Value 'b!' at 'indexName' failed to satisfy constraint: Member must have length greater"
            + " than or equal to 3");
  }

  @Test
  void a_table_must_be_there_but_is_looked_up_late() {
    var nowhere = TableSketch.name("nowhere");
    assertRefused(
        () -> db.scan(scan().tableName(nowhere).build()),
        "ResourceNotFoundException",
        "Requested resource not found");
    assertFault(
        scan().tableName(nowhere).filterExpression("a = :gone"),
        "Invalid FilterExpression: An expression attribute value used in expression is not"
            + " defined; attribute value: :gone");
  }

  @Test
  void an_index_must_be_there() {
    assertFault(
        scan().indexName("missing"), "The table does not have the specified index: missing");
  }

  @Test
  void a_global_index_cannot_be_read_consistently() {
    assertFault(
        scan().indexName("global").consistentRead(true),
        "Consistent reads are not supported on global secondary indexes");
  }

  @ParameterizedTest
  @CsvSource({
    "ALL_ATTRIBUTES, ALL_ATTRIBUTES",
    "COUNT, only the Count",
    "ALL_PROJECTED_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES",
  })
  void other_selections_than_specific_ones_allow_no_projection(String select, String named) {
    assertFault(
        scan().select(select).projectionExpression("pk"),
        "Cannot specify the ProjectionExpression when choosing to get " + named);
    assertFault(
        scan().select(select).attributesToGet("pk"),
        "Cannot specify the AttributesToGet when choosing to get " + named);
  }

  @Test
  void a_selection_needs_what_it_selects_from() {
    assertFault(
        scan().select(Select.SPECIFIC_ATTRIBUTES),
        "Must specify the AttributesToGet or ProjectionExpression when choosing to get"
            + " SPECIFIC_ATTRIBUTES");
    assertFault(
        scan().select(Select.ALL_PROJECTED_ATTRIBUTES),
        "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
    assertFault(
        scan().select(Select.ALL_ATTRIBUTES).indexName("global"),
        INVALID
            + "Select type ALL_ATTRIBUTES is not supported for global secondary index global"
            + " because its projection type is not ALL");
    assertFault(
        scan().projectionExpression("far").indexName("global"),
        INVALID + "Global secondary index global does not project [far]");
  }

  @Test
  void expressions_and_legacy_parameters_do_not_mix() {
    var equal = Condition.builder().comparisonOperator("EQ").attributeValueList(n(1)).build();
    assertFault(
        scan().filterExpression("attribute_exists(a)").scanFilter(Map.of("a", equal)),
        "Can not use both expression and non-expression parameters in the same request:"
            + " Non-expression parameters: {ScanFilter} Expression parameters: {FilterExpression}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ((a = :n))           | The expression has redundant parentheses;
          begins_with(a, :n)   | Incorrect operand type for operator or function; operator or function: begins_with, operand type: N
          #gone = :n           | An expression attribute name used in the document path is not defined; attribute name: #gone
          size = :n            | Attribute name is a reserved keyword; reserved keyword: size
          a.b.c                | Syntax error; token: "<EOF>", near: "c"
          """)
  void a_filter_that_is_none_is_refused(String filter, String text) {
    var request = scan().filterExpression(filter);
    if (filter.contains(":n")) request.expressionAttributeValues(Map.of(":n", n(1)));
    assertFault(request, "Invalid FilterExpression: " + text);
  }

  @Test
  void a_start_must_be_a_key_of_the_table() {
    var mismatch =
        "The provided starting key is invalid: The provided key element does not match the schema";
    assertFault(
        scan().exclusiveStartKey(Map.of("bad", s("p"))),
        mismatch,
        "The provided starting key is invalid");
    assertFault(scan().exclusiveStartKey(Map.of("pk", s("p"), "sk", s("1"))), mismatch);
    assertFault(
        scan().indexName("global").exclusiveStartKey(Map.of("pk", s("p"), "sk", n(1))),
        "The provided starting key is invalid");
  }

  @Test
  void a_start_must_be_in_the_segment_that_is_scanned() {
    var start = Map.of("pk", s("p"), "sk", n(1));
    int refused = 0;
    for (int segment = 0; segment < 4; segment++) {
      var request = scan().segment(segment).totalSegments(4).exclusiveStartKey(start);
      try {
        db.scan(request.build());
      } catch (DynamoDbException e) {
        refused++;
        assertThat(e.awsErrorDetails().errorMessage())
            .isEqualTo(
                "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use"
                    + " ExclusiveStartKey with correct Segment. TotalSegments: 4 Segment: "
                    + segment);
      }
    }
    assertThat(refused).isEqualTo(3);
  }
}

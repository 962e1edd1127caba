package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Eventually;
import dev.trestle.testing.TrestleTest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Query: what Select and projections return of a table, a local and a global index. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuerySelectTest {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final Map<String, AttributeValue> ITEM =
      Map.of(
          "pk",
          s("p"),
          "sk",
          n(1),
          "lsk",
          n(2),
          "gpk",
          s("g"),
          "inc",
          s("included"),
          "rest",
          s("left out"));

  private final DynamoDbClient db;
  private final String table;

  QuerySelectTest(DynamoDbClient db) {
    this.db = db;
    table =
        TableSketch.of("query-select", "pk S", "sk N")
            .local("local-keys", TableSketch.KEYS_ONLY, "lsk N")
            .local("local-inc", TableSketch.include("inc"), "lsk N")
            .local("local-all", TableSketch.ALL, "lsk N")
            .global("global-keys", TableSketch.KEYS_ONLY, "gpk S")
            .global("global-inc", TableSketch.include("inc"), "gpk S")
            .global("global-all", TableSketch.ALL, "gpk S")
            .create(db);
    db.putItem(request -> request.tableName(table).item(ITEM));
    for (var index : new String[] {"global-keys", "global-inc", "global-all"}) {
      Eventually.holds(() -> db.query(from(index).build()).count() == 1);
    }
  }

  private QueryRequest.Builder from(String source) {
    var request = QueryRequest.builder().tableName(table);
    if (!source.equals("table")) request.indexName(source);
    return source.startsWith("global")
        ? request.keyConditionExpression("gpk = :g").expressionAttributeValues(Map.of(":g", s("g")))
        : request.keyConditionExpression("pk = :p").expressionAttributeValues(Map.of(":p", s("p")));
  }

  private void assertShows(QueryRequest.Builder request, String names) {
    var page = db.query(request.build());
    assertThat(page.items()).hasSize(1);
    var item = page.items().getFirst();
    assertThat(item).containsOnlyKeys(names.split(" "));
    item.forEach((name, value) -> assertThat(value).isEqualTo(ITEM.get(name)));
  }

  @ParameterizedTest
  @CsvSource({
    "table,       , pk sk lsk gpk inc rest",
    "table,       ALL_ATTRIBUTES, pk sk lsk gpk inc rest",
    "local-keys,  , pk sk lsk",
    "local-keys,  ALL_PROJECTED_ATTRIBUTES, pk sk lsk",
    "local-keys,  ALL_ATTRIBUTES, pk sk lsk gpk inc rest",
    "local-inc,   , pk sk lsk inc",
    "local-inc,   ALL_PROJECTED_ATTRIBUTES, pk sk lsk inc",
    "local-inc,   ALL_ATTRIBUTES, pk sk lsk gpk inc rest",
    "local-all,   , pk sk lsk gpk inc rest",
    "local-all,   ALL_PROJECTED_ATTRIBUTES, pk sk lsk gpk inc rest",
    "global-keys, , pk sk gpk",
    "global-keys, ALL_PROJECTED_ATTRIBUTES, pk sk gpk",
    "global-inc,  , pk sk gpk inc",
    "global-inc,  ALL_PROJECTED_ATTRIBUTES, pk sk gpk inc",
    "global-all,  , pk sk lsk gpk inc rest",
    "global-all,  ALL_ATTRIBUTES, pk sk lsk gpk inc rest",
    "global-all,  ALL_PROJECTED_ATTRIBUTES, pk sk lsk gpk inc rest",
  })
  void select_chooses_the_attributes(String source, String select, String names) {
    var request = from(source);
    if (select != null) request.select(select);
    assertShows(request, names);
  }

  @ParameterizedTest
  @CsvSource({
    "table,       'rest, pk', rest pk",
    "local-keys,  'sk, lsk', sk lsk",
    "local-keys,  'rest, sk', rest sk",
    "local-inc,   'inc, rest', inc rest",
    "global-keys, 'gpk', gpk",
    "global-inc,  'inc, pk', inc pk",
    "global-all,  'rest', rest",
  })
  void a_projection_chooses_attributes_and_a_local_index_fetches_what_it_lacks(
      String source, String projection, String names) {
    assertShows(from(source).projectionExpression(projection), names);
    assertShows(
        from(source).projectionExpression(projection).select(Select.SPECIFIC_ATTRIBUTES), names);
    assertShows(
        from(source)
            .keyConditionExpression(null)
            .expressionAttributeValues(null)
            .keyConditions(
                Map.of(
                    source.startsWith("global") ? "gpk" : "pk",
                    Condition.builder()
                        .comparisonOperator("EQ")
                        .attributeValueList(s(source.startsWith("global") ? "g" : "p"))
                        .build()))
            .attributesToGet(projection.split(", ")),
        names);
  }

  @ParameterizedTest
  @CsvSource({"table", "local-keys", "local-all", "global-keys"})
  void a_count_shows_no_items(String source) {
    var page = db.query(from(source).select(Select.COUNT).build());
    assertThat(page.count()).isEqualTo(1);
    assertThat(page.scannedCount()).isEqualTo(1);
    assertThat(page.hasItems()).isFalse();
  }

  @Test
  void all_attributes_of_a_global_index_that_projects_less_are_refused() {
    for (var index : new String[] {"global-keys", "global-inc"}) {
      assertInvalid(
          () -> db.query(from(index).select(Select.ALL_ATTRIBUTES).build()),
          INVALID
              + "Select type ALL_ATTRIBUTES is not supported for global secondary index "
              + index
              + " because its projection type is not ALL");
    }
  }

  @Test
  void a_projection_that_a_global_index_does_not_have_is_refused() {
    assertInvalid(
        () -> db.query(from("global-inc").projectionExpression("pk, rest").build()),
        INVALID + "Global secondary index global-inc does not project [rest]");
  }

  @ParameterizedTest
  @CsvSource({"local-keys", "global-keys"})
  void a_filter_on_what_an_index_does_not_have_is_refused(String index) {
    assertInvalid(
        () -> db.query(from(index).filterExpression("attribute_exists(inc)").build()),
        INVALID
            + "Secondary index "
            + index
            + " does not project one or more filter attributes: [inc]");
  }

  @Test
  void specific_attributes_must_be_named() {
    assertInvalid(
        () -> db.query(from("table").select(Select.SPECIFIC_ATTRIBUTES).build()),
        "1 validation error detected: Must specify the AttributesToGet or ProjectionExpression"
            + " when choosing to get SPECIFIC_ATTRIBUTES");
  }

  @ParameterizedTest
  @CsvSource({
    "ALL_ATTRIBUTES, ALL_ATTRIBUTES",
    "COUNT, only the Count",
    "ALL_PROJECTED_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES",
  })
  void other_selections_allow_no_projection(String select, String named) {
    for (var source : new String[] {"table", "local-all"}) {
      assertInvalid(
          () -> db.query(from(source).projectionExpression("sk").select(select).build()),
          "1 validation error detected: Cannot specify the ProjectionExpression when choosing to"
              + " get "
              + named);
    }
  }

  @Test
  void projected_attributes_are_those_of_an_index() {
    assertInvalid(
        () -> db.query(from("table").select(Select.ALL_PROJECTED_ATTRIBUTES).build()),
        "1 validation error detected: ALL_PROJECTED_ATTRIBUTES can be used only when Querying"
            + " using an IndexName");
  }

  @Test
  void a_selection_that_does_not_exist_is_refused() {
    ValidationErrors.assertFaults(
        () -> db.query(from("table").select("EVERYTHING").build()),
        ValidationErrors.notOneOf(
            "select",
            "EVERYTHING",
            "SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES"));
  }
}

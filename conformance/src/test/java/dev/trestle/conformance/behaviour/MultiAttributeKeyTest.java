package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Items.each;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Eventually;
import dev.trestle.testing.TrestleTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** A global index whose key has two partition attributes and three sort attributes. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MultiAttributeKeyTest {
  private final DynamoDbClient db;
  private final String table;

  MultiAttributeKeyTest(DynamoDbClient db) {
    this.db = db;
    table =
        TableSketch.of("multi", "pk S")
            .global(
                "wide", TableSketch.ALL, List.of("h1 S", "h2 N"), List.of("r1 S", "r2 N", "r3 S"))
            .create(db);
    put("p1", "T", "2", "b");
    put("p2", "T", "10", "a");
    put("p3", "T", "10", "ab");
    put("p4", "S", "99", "z");
    put("p5", "TT", "-1", "a");
    put("p6", "T", "-3", "c");
    put("q1", "T", null, "c");
    db.putItem(request ->
        request
            .tableName(table)
            .item(
                Map.of(
                    "pk", s("q2"), "h1", s("o"), "h2", n(2), "r1", s("T"), "r2", n(2), "r3",
                    s("b"))));
    Eventually.holds(() -> find("h1 = :o AND h2 = :1").size() == 6);
  }

  private void put(String pk, String r1, @Nullable String r2, String r3) {
    var item =
        new HashMap<>(Map.of("pk", s(pk), "h1", s("o"), "h2", n(1), "r1", s(r1), "r3", s(r3)));
    if (r2 != null) item.put("r2", n(r2));
    db.putItem(request -> request.tableName(table).item(item));
  }

  private QueryRequest.Builder query(String condition) {
    var all =
        Map.of(
            ":o", s("o"), ":1", n(1), ":T", s("T"), ":10", n(10), ":0", n(0), ":a", s("a"), ":c",
            s("c"));
    var values = new HashMap<String, AttributeValue>();
    all.forEach((name, value) -> {
      if (condition.matches(".*" + name + "\\b.*")) values.put(name, value);
    });
    return QueryRequest.builder()
        .tableName(table)
        .indexName("wide")
        .keyConditionExpression(condition)
        .expressionAttributeValues(values);
  }

  private List<String> find(String condition) {
    return names(db.query(query(condition).build()).items());
  }

  private static List<String> names(List<Map<String, AttributeValue>> items) {
    return each(items, "pk").stream().map(AttributeValue::s).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          h1 = :o AND h2 = :1                                                | p4 p6 p1 p2 p3 p5
          h2 = :1 AND h1 = :o                                                | p4 p6 p1 p2 p3 p5
          h1 = :o AND h2 = :1 AND r1 = :T                                    | p6 p1 p2 p3
          h1 = :o AND h2 = :1 AND r1 >= :T                                   | p6 p1 p2 p3 p5
          h1 = :o AND h2 = :1 AND begins_with(r1, :T)                        | p6 p1 p2 p3 p5
          h1 = :o AND h2 = :1 AND r1 = :T AND r2 = :10                       | p2 p3
          h1 = :o AND h2 = :1 AND r1 = :T AND r2 > :0                        | p1 p2 p3
          h1 = :o AND h2 = :1 AND r1 = :T AND r2 BETWEEN :0 AND :10          | p1 p2 p3
          h1 = :o AND h2 = :1 AND r1 = :T AND r2 < :0                        | p6
          r2 = :10 AND h1 = :o AND r1 = :T AND h2 = :1                       | p2 p3
          h1 = :o AND h2 = :1 AND r1 = :T AND r2 = :10 AND r3 = :a           | p2
          h1 = :o AND h2 = :1 AND r1 = :T AND r2 = :10 AND r3 > :a           | p3
          h1 = :o AND h2 = :1 AND r1 = :T AND r2 = :10 AND begins_with(r3, :a) | p2 p3
          """)
  void conditions_bind_all_partition_attributes_and_sort_attributes_from_the_left(
      String condition, String expected) {
    assertThat(find(condition)).containsExactly(expected.split(" "));
    var backwards = db.query(query(condition).scanIndexForward(false).build()).items();
    assertThat(names(backwards).reversed()).containsExactly(expected.split(" "));
  }

  @Test
  void legacy_key_conditions_bind_the_same_way() {
    var conditions =
        Map.of("h1", equal(s("o")), "h2", equal(n(1)), "r1", equal(s("T")), "r2", above(n(0)));
    var request =
        QueryRequest.builder().tableName(table).indexName("wide").keyConditions(conditions);
    assertThat(names(db.query(request.build()).items())).containsExactly("p1", "p2", "p3");
  }

  private static Condition equal(AttributeValue value) {
    return Condition.builder().comparisonOperator("EQ").attributeValueList(value).build();
  }

  private static Condition above(AttributeValue value) {
    return Condition.builder().comparisonOperator("GT").attributeValueList(value).build();
  }

  @Test
  void the_pages_together_are_what_one_page_would_be() {
    var whole = find("h1 = :o AND h2 = :1");
    for (int limit = 1; limit <= 7; limit++) {
      var request = query("h1 = :o AND h2 = :1").limit(limit);
      var found = new ArrayList<String>();
      var page = db.query(request.build());
      found.addAll(names(page.items()));
      while (page.hasLastEvaluatedKey()) {
        assertThat(page.lastEvaluatedKey()).containsOnlyKeys("pk", "h1", "h2", "r1", "r2", "r3");
        page = db.query(request.exclusiveStartKey(page.lastEvaluatedKey()).build());
        found.addAll(names(page.items()));
      }
      assertThat(found).as("in pages of %d", limit).isEqualTo(whole);
    }
  }

  @Test
  void an_item_that_lacks_any_key_attribute_is_not_in_the_index() {
    var scanned = db.scan(request -> request.tableName(table).indexName("wide")).items();
    assertThat(names(scanned)).doesNotContain("q1").contains("q2").hasSize(7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          h1 = :o AND h2 = :1 AND r2 = :10                  | RANGE key attributes r1 must have equality conditions specified in the query because a condition is present on key attribute r2
          h1 = :o AND h2 = :1 AND r1 = :T AND r3 = :a       | RANGE key attributes r2 must have equality conditions specified in the query because a condition is present on key attribute r3
          h1 = :o AND h2 = :1 AND r1 > :T AND r2 = :10      | RANGE key attributes r1 must have equality conditions specified in the query because a condition is present on key attribute r2
          h1 = :o                                           | HASH key attributes h2 must have equality conditions specified in the query
          h1 = :o AND r1 = :T                               | HASH key attributes h2 must have equality conditions specified in the query
          h1 = :o AND h2 > :1                               | HASH key attributes h2 must have equality conditions specified in the query
          r1 = :T AND h2 BETWEEN :0 AND :10                 | HASH key attributes h1, h2 must have equality conditions specified in the query
          """)
  void gaps_in_a_key_condition_are_refused(String condition, String text) {
    ValidationErrors.assertInvalid(() -> find(condition), text);
  }

  @Test
  void a_wrong_type_in_any_key_attribute_refuses_the_write() {
    ValidationErrors.assertInvalid(
        () ->
            db.putItem(
                request -> request.tableName(table).item(Map.of("pk", s("w"), "r2", s("two")))),
        "One or more parameter values were invalid: Type mismatch for Index Key r2 Expected: N"
            + " Actual: S IndexName: wide");
  }

  @Test
  void describing_the_table_shows_the_attributes_in_their_order() {
    var index =
        db.describeTable(request -> request.tableName(table))
            .table()
            .globalSecondaryIndexes()
            .getFirst();
    assertThat(index.keySchema())
        .extracting(key -> key.attributeName() + " " + key.keyTypeAsString())
        .containsExactly("h1 HASH", "h2 HASH", "r1 RANGE", "r2 RANGE", "r3 RANGE");
  }
}

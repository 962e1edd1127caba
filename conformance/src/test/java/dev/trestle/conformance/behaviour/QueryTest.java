package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.b;
import static dev.trestle.conformance.behaviour.Attributes.l;
import static dev.trestle.conformance.behaviour.Attributes.m;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Items.each;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ComparisonOperator;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Query: which items it finds, in which order, and which attributes it returns. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueryTest {
  private static final List<String> SORT_KEYS = List.of("a", "ab", "abc", "b", "ba", "c");

  private final DynamoDbClient db;
  private final String strings;
  private final String numbers;
  private final String binaries;

  QueryTest(DynamoDbClient db) {
    this.db = db;
    strings = TableSketch.of("query-s", "pk S", "sk S").create(db);
    numbers = TableSketch.of("query-n", "pk N", "sk N").create(db);
    binaries = TableSketch.of("query-b", "pk B", "sk B").create(db);
    for (var key : SORT_KEYS.reversed()) {
      put(strings, Map.of("pk", s("p"), "sk", s(key), "length", n(key.length())));
      put(strings, Map.of("pk", s("pp"), "sk", s(key)));
    }
  }

  private void put(String table, Map<String, AttributeValue> item) {
    db.putItem(request -> request.tableName(table).item(item));
  }

  private QueryRequest.Builder where(String condition, Map<String, AttributeValue> values) {
    return QueryRequest.builder()
        .tableName(strings)
        .consistentRead(true)
        .keyConditionExpression(condition)
        .expressionAttributeValues(values);
  }

  private List<String> sortKeys(QueryRequest.Builder request) {
    return each(db.query(request.build()).items(), "sk").stream().map(AttributeValue::s).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sk = :a                     | ab       |    | ab
          sk = :a                     | x        |    | ''
          sk < :a                     | abc      |    | a ab
          sk <= :a                    | abc      |    | a ab abc
          sk > :a                     | abc      |    | b ba c
          sk >= :a                    | abc      |    | abc b ba c
          sk > :a                     | aba      |    | abc b ba c
          sk BETWEEN :a AND :b        | ab       | b  | ab abc b
          sk BETWEEN :a AND :b        | aa       | bb | ab abc b ba
          sk BETWEEN :a AND :b        | ab       | ab | ab
          begins_with(sk, :a)         | a        |    | a ab abc
          begins_with(sk, :a)         | ab       |    | ab abc
          begins_with(sk, :a)         | abcd     |    | ''
          :a = sk                     | ab       |    | ab
          :a <= sk                    | abc      |    | abc b ba c
          :a < sk                     | abc      |    | b ba c
          :a > sk                     | abc      |    | a ab
          :a >= sk                    | abc      |    | a ab abc
          (sk > :a)                   | abc      |    | b ba c
          """)
  void a_sort_key_condition_chooses_a_range(String condition, String a, String b, String expected) {
    var values = new HashMap<>(Map.of(":p", s("p"), ":a", s(a)));
    if (b != null) values.put(":b", s(b));
    var found = expected.isEmpty() ? List.of() : List.of(expected.split(" "));

    assertThat(sortKeys(where("pk = :p AND " + condition, values))).isEqualTo(found);
    assertThat(sortKeys(where(condition + " AND pk = :p", values))).isEqualTo(found);
    assertThat(sortKeys(where("pk = :p AND " + condition, values).scanIndexForward(false)))
        .isEqualTo(found.reversed());
  }

  @Test
  void a_partition_has_its_own_items_only_in_the_order_of_their_sort_keys() {
    var page = db.query(where("pk = :p", Map.of(":p", s("p"))).build());

    assertThat(each(page.items(), "sk").stream().map(AttributeValue::s)).isEqualTo(SORT_KEYS);
    assertThat(each(page.items(), "pk")).containsOnly(s("p"));
    assertThat(page.count()).isEqualTo(6);
    assertThat(page.scannedCount()).isEqualTo(6);
    assertThat(page.hasLastEvaluatedKey()).isFalse();
  }

  @Test
  void a_partition_without_items_gives_an_empty_page() {
    var page = db.query(where("pk = :p", Map.of(":p", s("nobody"))).build());

    assertThat(page.hasItems()).isTrue();
    assertThat(page.items()).isEmpty();
    assertThat(page.count()).isZero();
    assertThat(page.scannedCount()).isZero();
    assertThat(page.hasLastEvaluatedKey()).isFalse();
  }

  @Test
  void names_in_a_key_condition_may_be_placeholders() {
    var request =
        where("#p = :p AND #s = :s", Map.of(":p", s("p"), ":s", s("ba")))
            .expressionAttributeNames(Map.of("#p", "pk", "#s", "sk"));
    assertThat(sortKeys(request)).containsExactly("ba");
  }

  @Test
  void numbers_are_ordered_by_value() {
    var ascending =
        Stream.of(
                "-1e125", "-1000", "-10", "-9.5", "-9", "-1e-130", "0", "1e-130", "0.001", "0.5",
                "1", "9", "9.5", "10", "10.01", "99", "100", "1e38", "9.9e125")
            .toList();
    var shuffled = new ArrayList<>(ascending.reversed());
    for (var number : shuffled) put(numbers, Map.of("pk", n(1), "sk", n(number)));

    var items = numbers("sk > :s", "-1e125").items();
    assertThat(each(items, "sk").stream().map(value -> Double.valueOf(value.n())))
        .isEqualTo(ascending.stream().skip(1).map(Double::valueOf).toList());
    assertThat(numbers("sk BETWEEN :s AND :t", "-9.25", "9.50").items()).hasSize(9);
    assertThat(numbers("sk = :s", "10.010").items()).hasSize(1);
    assertThat(numbers("sk < :s", "-10").items()).hasSize(2);
  }

  private QueryResponse numbers(String condition, String... bounds) {
    var values = new HashMap<>(Map.of(":p", n("1.0"), ":s", n(bounds[0])));
    if (bounds.length > 1) values.put(":t", n(bounds[1]));
    return db.query(request ->
        request
            .tableName(numbers)
            .consistentRead(true)
            .keyConditionExpression("pk = :p AND " + condition)
            .expressionAttributeValues(values));
  }

  @Test
  void binaries_are_ordered_as_unsigned_bytes() {
    var ascending = List.of(b(0), b(0, 0), b(0, 255), b(1), b(127), b(128), b(255), b(255, 0));
    for (var key : ascending.reversed()) put(binaries, Map.of("pk", b(7), "sk", key));

    var all =
        db.query(request ->
            request
                .tableName(binaries)
                .consistentRead(true)
                .keyConditionExpression("pk = :p")
                .expressionAttributeValues(Map.of(":p", b(7))));
    assertThat(each(all.items(), "sk")).isEqualTo(ascending);
    var beginning =
        db.query(request ->
            request
                .tableName(binaries)
                .consistentRead(true)
                .keyConditionExpression("pk = :p AND begins_with(sk, :s)")
                .expressionAttributeValues(Map.of(":p", b(7), ":s", b(255))));
    assertThat(each(beginning.items(), "sk")).containsExactly(b(255), b(255, 0));
  }

  @Test
  void strings_are_ordered_as_utf8_and_not_as_java_compares_them() {
    var ascending = List.of("Z", "a", "z", "é", "\uFF5E", "\uD800\uDC00", "\uDBFF\uDFFF");
    for (var key : ascending.reversed()) put(strings, Map.of("pk", s("utf"), "sk", s(key)));

    assertThat(sortKeys(where("pk = :p", Map.of(":p", s("utf"))))).isEqualTo(ascending);
    assertThat(sortKeys(where("pk = :p AND sk > :s", Map.of(":p", s("utf"), ":s", s("\uFF5E")))))
        .containsExactly("\uD800\uDC00", "\uDBFF\uDFFF");
  }

  @Test
  void a_table_without_a_sort_key_gives_the_one_item() {
    var table = TableSketch.of("query-hash", "pk S").create(db);
    put(table, Map.of("pk", s("one"), "x", n(1)));
    var page =
        db.query(request ->
            request
                .tableName(table)
                .consistentRead(true)
                .keyConditionExpression("pk = :p")
                .expressionAttributeValues(Map.of(":p", s("one"))));
    assertThat(page.items()).containsExactly(Map.of("pk", s("one"), "x", n(1)));
  }

  @Test
  void a_filter_hides_items_that_were_read_all_the_same() {
    var page =
        db.query(
            where("pk = :p", Map.of(":p", s("p"), ":two", n(2)))
                .filterExpression("#l = :two")
                .expressionAttributeNames(Map.of("#l", "length"))
                .build());
    assertThat(each(page.items(), "sk")).containsExactly(s("ab"), s("ba"));
    assertThat(page.count()).isEqualTo(2);
    assertThat(page.scannedCount()).isEqualTo(6);
  }

  @Test
  void a_projection_shows_parts_of_items_and_nothing_of_items_without_them() {
    put(strings, Map.of("pk", s("doc"), "sk", s("1"), "m", m(Map.of("x", l(n(1), n(2), n(3))))));
    put(strings, Map.of("pk", s("doc"), "sk", s("2"), "m", m(Map.of("y", n(9)))));
    var page =
        db.query(
            where("pk = :p", Map.of(":p", s("doc")))
                .projectionExpression("m.x[2], m.x[0]")
                .build());
    assertThat(page.items()).containsExactly(Map.of("m", m(Map.of("x", l(n(1), n(3))))), Map.of());
    assertThat(page.count()).isEqualTo(2);
  }

  @Test
  void a_consistent_query_sees_what_was_just_written_and_deleted() {
    for (int i = 0; i < 20; i++) {
      var key = Map.of("pk", s("fresh"), "sk", s("k" + i));
      put(strings, key);
      var one = Map.of(":p", s("fresh"), ":s", s("k" + i));
      assertThat(sortKeys(where("pk = :p AND sk = :s", one))).containsExactly("k" + i);
      db.deleteItem(request -> request.tableName(strings).key(key));
      assertThat(sortKeys(where("pk = :p AND sk = :s", one))).isEmpty();
    }
  }

  @Test
  void a_table_may_be_named_by_its_arn() {
    var arn = db.describeTable(request -> request.tableName(strings)).table().tableArn();
    var request = where("pk = :p AND sk < :s", Map.of(":p", s("p"), ":s", s("b")));
    assertThat(sortKeys(request.tableName(arn))).containsExactly("a", "ab", "abc");
  }

  @Test
  void legacy_key_conditions_mean_the_same() {
    assertThat(legacy("EQ", s("ab"))).containsExactly("ab");
    assertThat(legacy("LT", s("ab"))).containsExactly("a");
    assertThat(legacy("LE", s("ab"))).containsExactly("a", "ab");
    assertThat(legacy("GT", s("b"))).containsExactly("ba", "c");
    assertThat(legacy("GE", s("b"))).containsExactly("b", "ba", "c");
    assertThat(legacy("BEGINS_WITH", s("b"))).containsExactly("b", "ba");
    assertThat(legacy("BETWEEN", s("ab"), s("b"))).containsExactly("ab", "abc", "b");
  }

  private List<String> legacy(String operator, AttributeValue... operands) {
    var sort = Condition.builder().comparisonOperator(operator).attributeValueList(operands);
    return sortKeys(
        QueryRequest.builder()
            .tableName(strings)
            .keyConditions(Map.of("pk", equal(s("p")), "sk", sort.build())));
  }

  private static Condition equal(AttributeValue value) {
    return Condition.builder()
        .comparisonOperator(ComparisonOperator.EQ)
        .attributeValueList(value)
        .build();
  }

  @Test
  void a_legacy_query_filter_and_attributes_to_get_work_together() {
    var page =
        db.query(request ->
            request
                .tableName(strings)
                .keyConditions(Map.of("pk", equal(s("p"))))
                .queryFilter(Map.of("length", equal(n(3))))
                .attributesToGet("sk"));
    assertThat(page.items()).containsExactly(Map.of("sk", s("abc")));
    assertThat(page.scannedCount()).isEqualTo(6);
  }
}

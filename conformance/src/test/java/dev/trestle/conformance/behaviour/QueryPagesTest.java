package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.filler;
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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Query, page by page. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueryPagesTest {
  private static final int ITEMS = 12;

  private final DynamoDbClient db;
  private final String table;

  QueryPagesTest(DynamoDbClient db) {
    this.db = db;
    table =
        TableSketch.of("query-pages", "pk S", "sk N")
            .local("local", TableSketch.KEYS_ONLY, "rank N")
            .global("global", TableSketch.KEYS_ONLY, "group S", "rank N")
            .global("hashed", TableSketch.KEYS_ONLY, "group S")
            .create(db);
    // Three items share each rank, so that pages end between entries with the same index key.
    for (int i = 0; i < ITEMS; i++) {
      put(Map.of("pk", s("p"), "sk", n(i), "group", s("g"), "rank", n(i / 3), "odd", n(i % 2)));
    }
    Eventually.holds(() -> all("global").count() == ITEMS);
    Eventually.holds(() -> all("hashed").count() == ITEMS);
  }

  private void put(Map<String, AttributeValue> item) {
    db.putItem(request -> request.tableName(table).item(item));
  }

  /** Queries all items of the partition, in the table or an index. */
  private QueryRequest.Builder request(String source) {
    var request = QueryRequest.builder().tableName(table);
    var values = new HashMap<String, AttributeValue>();
    if (source.equals("table") || source.equals("local")) {
      request.keyConditionExpression("pk = :p").consistentRead(true);
      values.put(":p", s("p"));
    } else {
      request.keyConditionExpression("#g = :g").expressionAttributeNames(Map.of("#g", "group"));
      values.put(":g", s("g"));
    }
    if (!source.equals("table")) request.indexName(source);
    return request.expressionAttributeValues(values);
  }

  private QueryResponse all(String source) {
    return db.query(request(source).build());
  }

  private List<QueryResponse> pages(QueryRequest.Builder request) {
    var pages = new ArrayList<QueryResponse>();
    do {
      if (!pages.isEmpty()) request.exclusiveStartKey(pages.getLast().lastEvaluatedKey());
      pages.add(db.query(request.build()));
    } while (pages.getLast().hasLastEvaluatedKey() && pages.size() <= ITEMS + 1);
    return pages;
  }

  @ParameterizedTest
  @ValueSource(strings = {"table", "local", "global", "hashed"})
  void the_pages_together_are_what_one_page_would_be(String source) {
    for (var forward : List.of(true, false)) {
      var whole = db.query(request(source).scanIndexForward(forward).build()).items();
      assertThat(whole).hasSize(ITEMS);
      for (int limit = 1; limit <= ITEMS + 1; limit++) {
        var pages = pages(request(source).scanIndexForward(forward).limit(limit));
        assertThat(pages.stream().flatMap(page -> page.items().stream()))
            .as("%s in pages of %d, forward: %s", source, limit, forward)
            .isEqualTo(whole);
        for (var page : pages) assertThat(page.scannedCount()).isLessThanOrEqualTo(limit);
      }
    }
  }

  @Test
  void a_page_that_hits_its_limit_at_the_very_end_names_a_last_key_all_the_same() {
    var full = db.query(request("table").limit(ITEMS).build());
    assertThat(full.lastEvaluatedKey()).isEqualTo(Map.of("pk", s("p"), "sk", n(ITEMS - 1)));

    var rest = db.query(request("table").exclusiveStartKey(full.lastEvaluatedKey()).build());
    assertThat(rest.items()).isEmpty();
    assertThat(rest.hasLastEvaluatedKey()).isFalse();
  }

  @Test
  void a_page_that_ends_before_its_limit_names_no_last_key() {
    assertThat(db.query(request("table").limit(ITEMS + 1).build()).hasLastEvaluatedKey()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "table, pk sk",
    "local, pk sk rank",
    "global, pk sk group rank",
    "hashed, pk sk group"
  })
  void the_last_key_has_the_keys_of_table_and_index(String source, String names) {
    assertThat(db.query(request(source).limit(5).build()).lastEvaluatedKey())
        .containsOnlyKeys(names.split(" "));
  }

  @Test
  void a_page_may_start_after_an_item_that_does_not_exist() {
    var start = Map.of("pk", s("p"), "sk", n("4.5"));
    var after = db.query(request("table").exclusiveStartKey(start).limit(2).build());
    assertThat(each(after.items(), "sk")).containsExactly(n(5), n(6));
    var before =
        db.query(
            request("table").exclusiveStartKey(start).scanIndexForward(false).limit(2).build());
    assertThat(each(before.items(), "sk")).containsExactly(n(4), n(3));
  }

  @Test
  void a_page_of_an_index_may_start_after_an_entry_that_does_not_exist() {
    var start = Map.of("pk", s("p"), "sk", n("4.5"), "group", s("g"), "rank", n(1));
    var after = db.query(request("global").exclusiveStartKey(start).limit(2).build());
    assertThat(each(after.items(), "rank").getLast()).isEqualTo(n(2));
    var local = Map.of("pk", s("p"), "sk", n(1000), "rank", n(1));
    assertThat(each(db.query(request("local").exclusiveStartKey(local).build()).items(), "sk"))
        .containsExactly(n(6), n(7), n(8), n(9), n(10), n(11));
  }

  @Test
  void a_start_far_behind_all_items_leaves_nothing_to_read() {
    var start = Map.of("pk", s("p"), "sk", n(1_000_000));
    assertThat(db.query(request("table").exclusiveStartKey(start).build()).items()).isEmpty();
    var backwards = request("table").exclusiveStartKey(start).scanIndexForward(false);
    assertThat(db.query(backwards.build()).items()).hasSize(ITEMS);
  }

  @Test
  void reading_goes_on_when_the_item_it_stopped_at_was_deleted() {
    var key = Map.of("pk", s("gone"), "sk", n(1));
    for (int i = 0; i < 3; i++) put(Map.of("pk", s("gone"), "sk", n(i)));
    var gone =
        QueryRequest.builder()
            .tableName(table)
            .consistentRead(true)
            .keyConditionExpression("pk = :p")
            .expressionAttributeValues(Map.of(":p", s("gone")));
    var first = db.query(gone.limit(2).build());
    db.deleteItem(request -> request.tableName(table).key(key));
    var second = db.query(gone.exclusiveStartKey(first.lastEvaluatedKey()).build());
    assertThat(each(second.items(), "sk")).containsExactly(n(2));
  }

  @Test
  void the_limit_counts_items_before_the_filter() {
    var odd =
        request("table")
            .filterExpression("odd = :one")
            .expressionAttributeValues(Map.of(":p", s("p"), ":one", n(1)));
    var page = db.query(odd.limit(5).build());
    assertThat(each(page.items(), "sk")).containsExactly(n(1), n(3));
    assertThat(page.count()).isEqualTo(2);
    assertThat(page.scannedCount()).isEqualTo(5);
    assertThat(page.lastEvaluatedKey()).isEqualTo(Map.of("pk", s("p"), "sk", n(4)));
  }

  @Test
  void a_page_may_be_empty_and_still_not_be_the_last() {
    var none =
        request("table")
            .filterExpression("odd = :two")
            .expressionAttributeValues(Map.of(":p", s("p"), ":two", n(2)));
    var page = db.query(none.limit(5).build());
    assertThat(page.items()).isEmpty();
    assertThat(page.scannedCount()).isEqualTo(5);
    assertThat(page.hasLastEvaluatedKey()).isTrue();
  }

  @Test
  void the_range_of_a_condition_bounds_every_page() {
    var range =
        request("table")
            .keyConditionExpression("pk = :p AND sk BETWEEN :a AND :b")
            .expressionAttributeValues(Map.of(":p", s("p"), ":a", n(3), ":b", n(8)));
    for (var forward : List.of(true, false)) {
      var pages = pages(range.scanIndexForward(forward).limit(4).exclusiveStartKey(null));
      var found = pages.stream().flatMap(page -> each(page.items(), "sk").stream()).toList();
      var expected = IntStream.rangeClosed(3, 8).mapToObj(Attributes::n).toList();
      assertThat(found).isEqualTo(forward ? expected : expected.reversed());
    }
  }

  @Test
  void a_page_reads_a_megabyte_counted_before_the_filter() {
    for (int i = 0; i < 12; i++) {
      put(Map.of("pk", s("large"), "sk", n(i), "text", filler(100 * 1024)));
    }
    var large =
        QueryRequest.builder()
            .tableName(table)
            .consistentRead(true)
            .keyConditionExpression("pk = :p")
            .filterExpression("sk2 = :p")
            .expressionAttributeValues(Map.of(":p", s("large")));
    var first = db.query(large.build());
    assertThat(first.items()).isEmpty();
    assertThat(first.scannedCount()).isBetween(10, 11);
    var second = db.query(large.exclusiveStartKey(first.lastEvaluatedKey()).build());
    assertThat(first.scannedCount() + second.scannedCount()).isEqualTo(12);
    assertThat(second.hasLastEvaluatedKey()).isFalse();

    var counted =
        large
            .exclusiveStartKey(null)
            .filterExpression(null)
            .select(Select.COUNT)
            .scanIndexForward(false);
    assertThat(db.query(counted.build()).count()).isEqualTo(first.scannedCount());
  }

  @Test
  void the_paginator_of_the_sdk_reads_every_page() {
    var items = db.queryPaginator(request("global").limit(5).build()).items();
    assertThat(items.stream().count()).isEqualTo(ITEMS);
  }
}

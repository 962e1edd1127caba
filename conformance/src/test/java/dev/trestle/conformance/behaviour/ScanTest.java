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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Scan of a table and its indexes: as a whole, in pages and in segments. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScanTest {
  private static final int ITEMS = 30;
  private static final int INDEXED = 20;

  private final DynamoDbClient db;
  private final String table;
  private final List<Map<String, AttributeValue>> written = new ArrayList<>();

  ScanTest(DynamoDbClient db) {
    this.db = db;
    table =
        TableSketch.of("scan", "pk S", "sk N")
            .local("local", TableSketch.KEYS_ONLY, "rank N")
            .global("global", TableSketch.include("even"), "group S", "rank N")
            .create(db);
    for (int i = 0; i < ITEMS; i++) {
      var item = new HashMap<String, AttributeValue>();
      item.put("pk", s("p" + i / 2));
      item.put("sk", n(i));
      item.put("even", n(i % 2));
      if (i < INDEXED) item.put("rank", n(i / 4));
      if (i < INDEXED) item.put("group", s("g" + i % 3));
      written.add(item);
      db.putItem(request -> request.tableName(table).item(item));
    }
    Eventually.holds(() -> all("global").count() == INDEXED);
  }

  private ScanRequest.Builder request(String source) {
    var request = ScanRequest.builder().tableName(table);
    if (!source.equals("global")) request.consistentRead(true);
    return source.equals("table") ? request : request.indexName(source);
  }

  private ScanResponse all(String source) {
    return db.scan(request(source).build());
  }

  private List<ScanResponse> pages(ScanRequest.Builder request) {
    var pages = new ArrayList<ScanResponse>();
    do {
      if (!pages.isEmpty()) request.exclusiveStartKey(pages.getLast().lastEvaluatedKey());
      pages.add(db.scan(request.build()));
    } while (pages.getLast().hasLastEvaluatedKey() && pages.size() <= ITEMS + 1);
    return pages;
  }

  private static List<Map<String, AttributeValue>> items(List<ScanResponse> pages) {
    return pages.stream().flatMap(page -> page.items().stream()).toList();
  }

  @Test
  void a_scan_gives_every_item_once() {
    var page = all("table");
    assertThat(page.items()).containsExactlyInAnyOrderElementsOf(written);
    assertThat(page.count()).isEqualTo(ITEMS);
    assertThat(page.scannedCount()).isEqualTo(ITEMS);
    assertThat(page.hasLastEvaluatedKey()).isFalse();
  }

  @Test
  void items_of_a_partition_come_together_and_in_order() {
    var items = all("table").items();
    for (int i = 0; i < ITEMS; i += 2) {
      var first = items.indexOf(written.get(i));
      assertThat(items.get(first + 1)).isEqualTo(written.get(i + 1));
    }
  }

  @Test
  void two_scans_give_the_same_order() {
    assertThat(all("table").items()).isEqualTo(all("table").items());
  }

  @ParameterizedTest
  @CsvSource({"local, pk sk rank", "global, pk sk group rank even"})
  void a_scan_of_an_index_gives_the_entries_that_it_has(String index, String names) {
    var page = all(index);
    assertThat(each(page.items(), "sk"))
        .containsExactlyInAnyOrderElementsOf(each(written.subList(0, INDEXED), "sk"));
    for (var item : page.items()) assertThat(item).containsOnlyKeys(names.split(" "));
  }

  @Test
  void a_scan_of_a_local_index_fetches_what_it_lacks() {
    var page = db.scan(request("local").select(Select.ALL_ATTRIBUTES).build());
    assertThat(page.items()).containsExactlyInAnyOrderElementsOf(written.subList(0, INDEXED));
    var projected = db.scan(request("local").projectionExpression("even").build());
    assertThat(projected.items()).hasSize(INDEXED).contains(Map.of("even", n(1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"table", "local", "global"})
  void the_pages_together_are_what_one_page_would_be(String source) {
    var whole = all(source).items();
    for (int limit : new int[] {1, 2, 3, 7, whole.size() - 1, whole.size(), whole.size() + 1}) {
      var pages = pages(request(source).limit(limit));
      assertThat(items(pages)).as("in pages of %d", limit).isEqualTo(whole);
      assertThat(pages.getFirst().scannedCount()).isEqualTo(Math.min(limit, whole.size()));
    }
  }

  @Test
  void a_page_that_hits_its_limit_at_the_very_end_names_a_last_key_all_the_same() {
    assertThat(db.scan(request("table").limit(ITEMS).build()).hasLastEvaluatedKey()).isTrue();
    assertThat(db.scan(request("table").limit(ITEMS + 1).build()).hasLastEvaluatedKey()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"table, pk sk", "local, pk sk rank", "global, pk sk group rank"})
  void the_last_key_has_the_keys_of_table_and_index(String source, String names) {
    assertThat(db.scan(request(source).limit(3).build()).lastEvaluatedKey())
        .containsOnlyKeys(names.split(" "));
  }

  @Test
  void a_page_may_start_after_an_item_that_does_not_exist() {
    var items = all("table").items();
    int at = items.indexOf(written.get(10));
    var start = Map.of("pk", s("p5"), "sk", n("10.5"));
    var rest = db.scan(request("table").exclusiveStartKey(start).build());
    assertThat(rest.items()).isEqualTo(items.subList(at + 1, ITEMS));

    var nobody = Map.of("pk", s("nobody"), "sk", n(0));
    int left = db.scan(request("table").exclusiveStartKey(nobody).build()).count();
    assertThat(left).isBetween(0, ITEMS);
  }

  @Test
  void filters_hide_items_that_were_read_all_the_same() {
    var page =
        db.scan(
            request("table")
                .filterExpression("even = :one AND sk > :twenty")
                .expressionAttributeValues(Map.of(":one", n(1), ":twenty", n(20)))
                .build());
    assertThat(each(page.items(), "sk"))
        .containsExactlyInAnyOrder(n(21), n(23), n(25), n(27), n(29));
    assertThat(page.count()).isEqualTo(5);
    assertThat(page.scannedCount()).isEqualTo(ITEMS);
  }

  @Test
  void the_limit_counts_items_before_the_filter() {
    var pages =
        pages(
            request("table")
                .limit(10)
                .filterExpression("even = :one")
                .expressionAttributeValues(Map.of(":one", n(1))));
    assertThat(pages).hasSize(4);
    assertThat(items(pages)).hasSize(ITEMS / 2);
    for (var page : pages.subList(0, 3)) assertThat(page.scannedCount()).isEqualTo(10);
  }

  @Test
  void a_filter_on_what_an_index_does_not_project_finds_nothing_there() {
    var page = db.scan(request("local").filterExpression("attribute_exists(even)").build());
    assertThat(page.count()).isZero();
    assertThat(page.scannedCount()).isEqualTo(INDEXED);
  }

  @Test
  void a_count_shows_no_items() {
    var page = db.scan(request("table").select(Select.COUNT).build());
    assertThat(page.count()).isEqualTo(ITEMS);
    assertThat(page.hasItems()).isFalse();
  }

  @Test
  void legacy_filters_and_attributes_to_get_work_together() {
    var one = Condition.builder().comparisonOperator("EQ").attributeValueList(n(1)).build();
    var small = Condition.builder().comparisonOperator("LT").attributeValueList(n(4)).build();
    var both = request("table").scanFilter(Map.of("even", one, "sk", small)).attributesToGet("sk");
    assertThat(db.scan(both.build()).items())
        .containsExactlyInAnyOrder(Map.of("sk", n(1)), Map.of("sk", n(3)));
    assertThat(db.scan(both.conditionalOperator("OR").build()).count()).isEqualTo(17);
  }

  @ParameterizedTest
  @ValueSource(strings = {"table", "local", "global"})
  void segments_share_the_items_without_overlap(String source) {
    var whole = all(source).items();
    for (int total : new int[] {1, 2, 3, 7, 64}) {
      var found = new ArrayList<Map<String, AttributeValue>>();
      for (int segment = 0; segment < total; segment++) {
        var request = request(source).segment(segment).totalSegments(total);
        found.addAll(items(pages(request.limit(3))));
      }
      assertThat(found).as("%d segments", total).containsExactlyInAnyOrderElementsOf(whole);
    }
  }

  @Test
  void an_item_stays_in_its_segment_whatever_else_is_written() {
    var before = segments();
    for (int i = 0; i < 20; i++) {
      var item = Map.of("pk", s("another" + i), "sk", n(i));
      db.putItem(request -> request.tableName(table).item(item));
    }
    var after = segments();
    for (int i = 0; i < 20; i++) {
      var key = Map.of("pk", s("another" + i), "sk", n(i));
      db.deleteItem(request -> request.tableName(table).key(key));
    }
    assertThat(after).containsAllEntriesOf(before);
  }

  private Map<AttributeValue, Integer> segments() {
    var segments = new HashMap<AttributeValue, Integer>();
    for (int segment = 0; segment < 5; segment++) {
      var page = db.scan(request("table").segment(segment).totalSegments(5).build());
      for (var partition : each(page.items(), "pk")) segments.put(partition, segment);
    }
    return segments;
  }

  @Test
  void a_million_segments_are_not_too_many() {
    var request = request("table").segment(999_999).totalSegments(1_000_000);
    assertThat(db.scan(request.build()).count()).isBetween(0, ITEMS);
  }

  @Test
  void a_page_reads_a_megabyte_counted_before_the_filter() {
    var large = TableSketch.of("scan-large", "pk S").create(db);
    for (int i = 0; i < 12; i++) {
      var item = Map.of("pk", s("large" + i), "text", filler(100 * 1024));
      db.putItem(request -> request.tableName(large).item(item));
    }
    var none =
        ScanRequest.builder()
            .tableName(large)
            .consistentRead(true)
            .filterExpression("attribute_exists(nothing)");
    var first = db.scan(none.build());
    assertThat(first.items()).isEmpty();
    assertThat(first.scannedCount()).isBetween(10, 11);
    var second = db.scan(none.exclusiveStartKey(first.lastEvaluatedKey()).build());
    assertThat(first.scannedCount() + second.scannedCount()).isEqualTo(12);
    assertThat(second.hasLastEvaluatedKey()).isFalse();
  }

  @Test
  void an_empty_table_gives_an_empty_page() {
    var empty = TableSketch.of("scan-empty", "pk S").create(db);
    var page = db.scan(request -> request.tableName(empty));
    assertThat(page.items()).isEmpty();
    assertThat(page.count()).isZero();
    assertThat(page.hasLastEvaluatedKey()).isFalse();
  }
}

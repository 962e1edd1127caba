package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.ReadRequests.all;
import static dev.trestle.engine.operation.ReadRequests.index;
import static dev.trestle.engine.operation.ReadRequests.item;
import static dev.trestle.engine.operation.ReadRequests.put;
import static dev.trestle.engine.operation.ReadRequests.scan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ScanTest {
  private static final int PARTITIONS = 20;
  private static final int ITEMS = PARTITIONS * 3;

  private Engine engine;

  @BeforeAll
  void open() {
    engine = Engine.open(EngineOptions.inMemory());
    var request = TableRequests.sorted();
    request.attributes(
        TableRequests.string("pk"),
        TableRequests.string("sk"),
        TableRequests.string("l"),
        TableRequests.string("g"));
    request.local(index("local", "KEYS_ONLY", null, "pk", "|", "l"));
    request.global(index("global", "KEYS_ONLY", null, "g"));
    engine.run(request.create());
    // A neighbour in the catalog: a scan must stay within its own table.
    engine.run(TableRequests.named("neighbour").create());
    put(engine, "neighbour", item("pk", "stranger"));
    for (int i = 0; i < ITEMS; i++) {
      var pk = "p" + i / 3;
      put(engine, item("pk", pk, "sk", "s" + i % 3, "n", "n" + i, "l", "l" + i, "g", "g" + i % 7));
    }
    put(engine, item("pk", "sparse", "sk", "s"));
  }

  @AfterAll
  void close() {
    engine.close();
  }

  private void refused(ReadRequests request, String text) {
    assertThat(TableRequests.refusal(engine, request.asScan()))
        .isEqualTo("ValidationException: " + text);
  }

  @Test
  void a_scan_reads_every_item_once_in_one_order_however_it_is_paged() {
    var whole = engine.run(scan().asScan());
    assertThat(whole.items()).hasSize(ITEMS + 1).doesNotHaveDuplicates();
    assertThat(whole.lastEvaluatedKey()).isEmpty();
    for (int limit = 1; limit < 10; limit++) {
      assertThat(all(engine, scan().limit(limit), true)).isEqualTo(whole.items());
    }
  }

  @Test
  void items_of_a_partition_come_together_by_sort_key() {
    var items = engine.run(scan().asScan()).items();
    var keys = items.stream().map(item -> item.only(List.of("pk", "sk"))).toList();
    for (int i = 0; i < PARTITIONS; i++) {
      int at = keys.indexOf(item("pk", "p" + i, "sk", "s0"));
      assertThat(keys.subList(at, at + 3))
          .containsExactly(
              item("pk", "p" + i, "sk", "s0"),
              item("pk", "p" + i, "sk", "s1"),
              item("pk", "p" + i, "sk", "s2"));
    }
  }

  @Test
  void segments_part_the_table_and_its_indexes() {
    for (var name : new String[] {"", "local", "global"}) {
      var whole = scan();
      if (!name.isEmpty()) whole.on(name);
      var expected = engine.run(whole.asScan()).items();
      assertThat(expected).hasSize(name.isEmpty() ? ITEMS + 1 : ITEMS);
      for (int total : new int[] {1, 2, 3, 7, 1_000_000}) {
        var found = new ArrayList<Item>();
        int step = total > 100 ? total / 50 : 1;
        for (int segment = 0; segment < total; segment++) {
          if (total > 100 && segment % step != 0) continue;
          var part = scan().segment(segment, total).limit(2);
          if (!name.isEmpty()) part.on(name);
          found.addAll(all(engine, part, true));
        }
        // Segments are ranges of the hash in order, so together they have the order of the whole.
        if (total <= 100) assertThat(found).as("%s %s", name, total).isEqualTo(expected);
        else assertThat(expected).containsAll(found);
      }
    }
  }

  @Test
  void the_filter_comes_after_limit_and_may_look_at_keys() {
    var request = scan().filter("pk = :p").value(":p", "p3").select("COUNT").capacity("TOTAL");
    var page = engine.run(request.asScan());
    assertThat(page.count()).isEqualTo(3);
    assertThat(page.scannedCount()).isEqualTo(ITEMS + 1);
    assertThat(page.items()).isEmpty();
    assertThat(page.consumedCapacity().orElseThrow().total()).isEqualTo(0.5);
  }

  @Test
  void an_index_scan_does_not_find_what_the_index_does_not_project() {
    var request = scan().on("local").filter("attribute_exists(n)");
    assertThat(engine.run(request.asScan()).count()).isZero();
    var fetched = engine.run(scan().on("local").select("ALL_ATTRIBUTES").asScan());
    assertThat(fetched.items()).hasSize(ITEMS).allMatch(item -> item.has("n"));
  }

  @Test
  void a_start_key_that_names_no_item_goes_by_its_place() {
    var whole = engine.run(scan().asScan()).items();
    var gone = item("pk", "p3", "sk", "s1x");
    var rest = engine.run(scan().start(gone).asScan()).items();
    int at =
        whole.stream()
            .map(item -> item.only(List.of("pk", "sk")))
            .toList()
            .indexOf(item("pk", "p3", "sk", "s2"));
    assertThat(rest).isEqualTo(whole.subList(at, whole.size()));
  }

  @Test
  void segments_that_do_not_fit_together_are_refused() {
    refused(
        scan().segment(0, null),
        "The TotalSegments parameter is required but was not present in the request when Segment"
            + " parameter is present");
    refused(
        scan().segment(null, 4),
        "The Segment parameter is required but was not present in the request when parameter"
            + " TotalSegments is present");
    refused(
        scan().segment(5, 5),
        "The Segment parameter is zero-based and must be less than parameter TotalSegments:"
            + " Segment: 5 is not less than TotalSegments: 5");
    refused(
        scan().segment(-1, 1_000_001),
        "2 validation errors detected: Value '1000001' at 'totalSegments' failed to satisfy"
            + " constraint: Member must have value less than or equal to 1000000; Value '-1' at"
            + " 'segment' failed to satisfy constraint: Member must have value greater than or"
            + " equal to 0");
  }

  @Test
  void a_start_key_of_another_segment_is_refused() {
    var first = engine.run(scan().limit(1).asScan()).lastEvaluatedKey().orElseThrow();
    refused(
        scan().segment(1, 2).start(first),
        "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use"
            + " ExclusiveStartKey with correct Segment. TotalSegments: 2 Segment: 1");
    assertThat(engine.run(scan().segment(0, 2).start(first).asScan()).items()).isNotEmpty();
  }

  @Test
  void a_start_key_must_be_a_place_in_what_is_scanned() {
    refused(
        scan().start(item("bad", "x")),
        "The provided starting key is invalid: The provided key element does not match the schema");
    refused(
        scan().start(Item.of(Map.of("pk", Value.string("a"), "sk", Value.number(1)))),
        "The provided starting key is invalid: The provided key element does not match the schema");
    refused(
        scan().on("global").start(item("pk", "a", "sk", "b")),
        "The provided starting key is invalid");
    refused(
        scan().on("global").start(item("pk", "a", "sk", "b", "h", "x")),
        "The provided starting key is invalid");
  }

  @Test
  void select_is_refused_without_the_envelope_that_a_query_has() {
    refused(
        scan().select("SPECIFIC_ATTRIBUTES"),
        "Must specify the AttributesToGet or ProjectionExpression when choosing to get"
            + " SPECIFIC_ATTRIBUTES");
    refused(
        scan().select("ALL_PROJECTED_ATTRIBUTES"),
        "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
    refused(
        scan().on("global").select("ALL_ATTRIBUTES"),
        "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for"
            + " global secondary index global because its projection type is not ALL");
    refused(
        scan().on("global").projection("n"),
        "One or more parameter values were invalid: Global secondary index global does not project"
            + " [n]");
    refused(
        scan().limit(0),
        "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member"
            + " must have value greater than or equal to 1");
    refused(
        scan().on("global").consistent(),
        "Consistent reads are not supported on global secondary indexes");
  }
}

package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.ReadRequests.all;
import static dev.trestle.engine.operation.ReadRequests.index;
import static dev.trestle.engine.operation.ReadRequests.item;
import static dev.trestle.engine.operation.ReadRequests.put;
import static dev.trestle.engine.operation.ReadRequests.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.capacity.RequestRecord;
import dev.trestle.engine.request.TableParameters.IndexUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class QueryIndexTest {
  private static final String LARGE = "x".repeat(5000);

  private Engine engine;

  @BeforeEach
  void open() {
    engine = Engine.open(EngineOptions.inMemory());
    var request = TableRequests.sorted();
    request.attributes(
        TableRequests.string("pk"),
        TableRequests.string("sk"),
        TableRequests.string("l"),
        TableRequests.string("g"),
        TableRequests.string("a"),
        TableRequests.string("b"),
        TableRequests.string("c"));
    request.local(index("local", "KEYS_ONLY", null, "pk", "|", "l"));
    request.global(
        index("global", "INCLUDE", List.of("shown"), "g"),
        index("many", "ALL", null, "g", "l", "|", "a", "b", "c"));
    engine.run(request.create());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private void fill(int items) {
    for (int i = 0; i < items; i++) {
      put(
          engine,
          item(
              "pk", "p", "sk", "s" + i, "l", "l" + i / 2, "g", "g", "shown", "yes", "data", LARGE));
    }
  }

  private static ReadRequests local() {
    return query("pk = :p").value(":p", "p").on("local");
  }

  private static ReadRequests global() {
    return query("g = :g").value(":g", "g").on("global");
  }

  @Test
  void an_item_without_the_index_key_is_not_in_the_index() {
    fill(2);
    put(engine, item("pk", "p", "sk", "t"));
    assertThat(engine.run(local().asQuery()).count()).isEqualTo(2);
    assertThat(engine.run(global().asQuery()).count()).isEqualTo(2);
  }

  @Test
  void an_index_shows_its_projection_unless_more_is_asked_for() {
    fill(1);
    assertThat(engine.run(local().asQuery()).items())
        .containsExactly(item("pk", "p", "sk", "s0", "l", "l0"));
    assertThat(engine.run(global().asQuery()).items())
        .containsExactly(item("pk", "p", "sk", "s0", "g", "g", "shown", "yes"));
  }

  @Test
  void a_local_index_fetches_what_it_does_not_have_and_charges_each_item() {
    fill(3);
    var whole = engine.run(local().select("ALL_ATTRIBUTES").capacity("INDEXES").asQuery());
    assertThat(whole.items()).allMatch(item -> item.has("data"));
    var consumed = whole.consumedCapacity().orElseThrow();
    // Three items of two blocks each and one block of entries, at half a unit per block.
    assertThat(consumed.table()).isEqualTo(3);
    assertThat(consumed.localIndexes()).isEqualTo(Map.of("local", 0.5));
    assertThat(consumed.total()).isEqualTo(3.5);

    var part = engine.run(local().projection("shown, sk").consistent().capacity("TOTAL").asQuery());
    assertThat(part.items()).first().isEqualTo(item("sk", "s0", "shown", "yes"));
    assertThat(part.consumedCapacity().orElseThrow().total()).isEqualTo(7);
  }

  @Test
  void a_local_index_that_has_all_that_is_asked_for_does_not_fetch() {
    fill(3);
    var page = engine.run(local().projection("l, sk").capacity("INDEXES").asQuery());
    assertThat(page.consumedCapacity().orElseThrow().table()).isZero();
    var count = engine.run(local().select("COUNT").capacity("INDEXES").asQuery());
    assertThat(count.consumedCapacity().orElseThrow().table()).isZero();
  }

  @Test
  void what_is_fetched_counts_for_the_megabyte() {
    var large = "x".repeat(390_000);
    for (int i = 0; i < 4; i++) {
      put(engine, item("pk", "p", "sk", "s" + i, "l", "l", "data", large));
    }
    var page = engine.run(local().select("ALL_ATTRIBUTES").asQuery());
    assertThat(page.items()).hasSize(3);
    assertThat(page.lastEvaluatedKey()).contains(item("pk", "p", "sk", "s2", "l", "l"));
  }

  @Test
  void a_global_index_charges_itself_alone() {
    fill(3);
    var consumed = engine.run(global().capacity("INDEXES").asQuery()).consumedCapacity();
    assertThat(consumed.orElseThrow().table()).isZero();
    assertThat(consumed.orElseThrow().globalIndexes()).isEqualTo(Map.of("global", 0.5));
    assertThat(consumed.orElseThrow().localIndexes()).isEmpty();
  }

  @Test
  void pages_walk_every_entry_once_where_sort_keys_are_tied() {
    fill(7);
    for (var request : List.of(local(), global(), local().backwards(), global().backwards())) {
      var expected = engine.run(request.asQuery()).items();
      for (int limit = 1; limit <= 8; limit++) {
        request.start(null).limit(limit);
        assertThat(all(engine, request, false)).as("limit %s", limit).isEqualTo(expected);
      }
    }
  }

  @Test
  void a_page_of_an_index_ends_at_the_keys_of_table_and_index() {
    fill(2);
    assertThat(engine.run(global().limit(1).asQuery()).lastEvaluatedKey())
        .contains(item("pk", "p", "sk", "s0", "g", "g"));
  }

  @Test
  void several_sort_attributes_order_one_after_the_other() {
    String[][] rows = {
      {"p1", "T", "live", "b"},
      {"p2", "T", "live", "a"},
      {"p3", "T", "dead", "z"},
      {"p4", "F", "live", "a"},
      {"p5", "T\0", "a", "a"}
    };
    for (var row : rows) {
      put(
          engine,
          item("pk", row[0], "sk", "s", "g", "g", "l", "l", "a", row[1], "b", row[2], "c", row[3]));
    }
    put(engine, item("pk", "p6", "sk", "s", "g", "g", "l", "l", "a", "T", "b", "live"));
    put(engine, item("pk", "p7", "sk", "s", "g", "gl", "l", "x", "a", "T", "b", "b", "c", "c"));
    many("", "p4", "p3", "p2", "p1", "p5");
    many(" AND a = :T", "p3", "p2", "p1");
    many(" AND a = :T AND b = :live", "p2", "p1");
    many(" AND b = :live AND a = :T AND c > :a", "p1");
    many(" AND a = :T AND begins_with(b, :l)", "p2", "p1");
    many(" AND a = :T AND b < :live", "p3");
    many(" AND a <= :T", "p4", "p3", "p2", "p1");
    many(" AND a > :T", "p5");
    many(" AND begins_with(a, :T)", "p3", "p2", "p1", "p5");
    many(" AND a = :T AND b = :live AND c BETWEEN :a AND :a", "p2");
  }

  private void many(String more, String... expected) {
    var request = query("g = :g AND l = :l" + more).value(":g", "g").value(":l", "l").on("many");
    if (more.contains(":T")) request.value(":T", "T");
    if (more.contains(":live")) request.value(":live", "live");
    if (more.contains(":a")) request.value(":a", "a");
    assertThat(all(engine, request.limit(2), false))
        .as(more)
        .extracting(item -> item.get("pk").orElseThrow().string())
        .containsExactly(expected);
  }

  @Test
  void what_a_query_reads_is_told_to_the_observer() {
    fill(2);
    var records = new ArrayList<RequestRecord>();
    engine.observe(records::add);
    engine.run(local().select("ALL_ATTRIBUTES").asQuery());
    assertThat(records).extracting(RequestRecord::readUnits).containsExactly(0.5, 2.0);
    assertThat(records).extracting(RequestRecord::itemsRead).containsExactly(2, 2);
  }

  @Test
  void an_index_that_is_being_built_is_not_read() throws InterruptedException {
    var reached = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    FaultPoints faults =
        name -> {
          if (!name.equals(FaultPoints.BACKFILL_CHUNK)) return;
          reached.countDown();
          try {
            goOn.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    try (var slow = Engine.open(EngineOptions.inMemory().withFaults(faults))) {
      slow.run(TableRequests.people().create());
      ReadRequests.put(slow, item("pk", "p", "g", "g"));
      var added = new IndexUpdate(index("global", "ALL", null, "g"), null, null);
      slow.run(
          new UpdateTable(
              "people",
              List.of(TableRequests.string("pk"), TableRequests.string("g")),
              List.of(added),
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              null));
      reached.await();
      var text = "ValidationException: Cannot read from backfilling global secondary index: global";
      assertThat(TableRequests.refusal(slow, global().asQuery())).isEqualTo(text);
      assertThat(TableRequests.refusal(slow, ReadRequests.scan().on("global").asScan()))
          .isEqualTo(text);
      goOn.countDown();
    }
  }
}

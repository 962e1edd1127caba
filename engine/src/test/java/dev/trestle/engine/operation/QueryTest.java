package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.ReadRequests.all;
import static dev.trestle.engine.operation.ReadRequests.item;
import static dev.trestle.engine.operation.ReadRequests.put;
import static dev.trestle.engine.operation.ReadRequests.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.expression.LegacyParameters.Comparison;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class QueryTest {
  private static final int ITEMS = 7;

  private Engine engine;

  @BeforeEach
  void open() {
    engine = Engine.open(EngineOptions.inMemory());
    engine.run(TableRequests.sorted().create());
    for (int i = 0; i < ITEMS; i++) {
      put(engine, item("pk", "a", "sk", "s" + i, "even", String.valueOf(i % 2 == 0)));
    }
    put(engine, item("pk", "b", "sk", "s0"));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static ReadRequests ofA() {
    return query("pk = :a").value(":a", "a");
  }

  private static List<String> sorts(List<Item> items) {
    return items.stream().map(item -> item.get("sk").orElseThrow().string()).toList();
  }

  @Test
  void pages_of_any_length_add_up_to_the_whole() {
    for (var forward : List.of(true, false)) {
      var whole = ofA();
      whole.forward = forward;
      var expected = engine.run(whole.asQuery()).items();
      assertThat(expected).hasSize(ITEMS);
      for (int limit = 1; limit <= ITEMS + 1; limit++) {
        var paged = ofA().limit(limit);
        paged.forward = forward;
        assertThat(all(engine, paged, false)).as("limit %s", limit).isEqualTo(expected);
      }
    }
  }

  @Test
  void a_limit_that_is_hit_exactly_at_the_end_leaves_a_key() {
    var page = engine.run(ofA().limit(ITEMS).asQuery());
    assertThat(page.items()).hasSize(ITEMS);
    assertThat(page.lastEvaluatedKey()).contains(item("pk", "a", "sk", "s6"));
    var rest = engine.run(ofA().start(page.lastEvaluatedKey().get()).asQuery());
    assertThat(rest.items()).isEmpty();
    assertThat(rest.lastEvaluatedKey()).isEmpty();
  }

  @Test
  void a_page_without_limit_at_the_end_leaves_no_key() {
    assertThat(engine.run(ofA().asQuery()).lastEvaluatedKey()).isEmpty();
    assertThat(engine.run(ofA().limit(ITEMS + 1).asQuery()).lastEvaluatedKey()).isEmpty();
  }

  @Test
  void a_start_key_may_name_an_item_that_is_not_there() {
    var between = item("pk", "a", "sk", "s2x");
    assertThat(sorts(engine.run(ofA().start(between).asQuery()).items()))
        .containsExactly("s3", "s4", "s5", "s6");
    assertThat(sorts(engine.run(ofA().start(between).backwards().asQuery()).items()))
        .containsExactly("s2", "s1", "s0");
  }

  @Test
  void limit_and_scanned_count_go_before_the_filter() {
    var request = ofA().filter("even = :t").value(":t", "true").limit(3);
    var page = engine.run(request.asQuery());
    assertThat(sorts(page.items())).containsExactly("s0", "s2");
    assertThat(page.count()).isEqualTo(2);
    assertThat(page.scannedCount()).isEqualTo(3);
    assertThat(page.lastEvaluatedKey()).contains(item("pk", "a", "sk", "s2"));
  }

  @Test
  void the_key_of_a_page_is_that_of_the_last_item_read_even_if_the_filter_dropped_it() {
    var request = ofA().filter("even = :t").value(":t", "true").limit(2);
    assertThat(engine.run(request.asQuery()).lastEvaluatedKey())
        .contains(item("pk", "a", "sk", "s1"));
  }

  @Test
  void a_page_ends_with_the_item_that_fills_the_megabyte() {
    var large = "x".repeat(300_000);
    for (int i = 0; i < 6; i++) put(engine, item("pk", "large", "sk", "s" + i, "data", large));
    var request = query("pk = :p").value(":p", "large").filter("sk2 = :p").capacity("TOTAL");
    var page = engine.run(request.asQuery());
    assertThat(page.scannedCount()).isEqualTo(4);
    assertThat(page.count()).isZero();
    assertThat(page.lastEvaluatedKey()).contains(item("pk", "large", "sk", "s3"));
    int bytes = 4 * (300_000 + 4 + "pklargesks0".length());
    assertThat(page.consumedCapacity().orElseThrow().total())
        .isEqualTo(Math.ceil(bytes / 4096.0) / 2);
  }

  @Test
  void count_gives_no_items() {
    var page = engine.run(ofA().select("COUNT").asQuery());
    assertThat(page.items()).isEmpty();
    assertThat(page.countOnly()).isTrue();
    assertThat(page.count()).isEqualTo(ITEMS);
  }

  @Test
  void a_projection_shows_what_was_asked_for() {
    var page = engine.run(ofA().projection("sk").limit(1).asQuery());
    assertThat(page.items()).containsExactly(item("sk", "s0"));
    assertThat(page.lastEvaluatedKey()).contains(item("pk", "a", "sk", "s0"));
  }

  @Test
  void units_are_rounded_once_for_the_page() {
    var eventual = engine.run(ofA().capacity("INDEXES").asQuery()).consumedCapacity();
    assertThat(eventual.orElseThrow().table()).isEqualTo(0.5);
    var strong = engine.run(ofA().consistent().capacity("TOTAL").asQuery()).consumedCapacity();
    assertThat(strong.orElseThrow().total()).isEqualTo(1);
    assertThat(engine.run(ofA().asQuery()).consumedCapacity()).isEmpty();
  }

  @Test
  void an_empty_partition_costs_half_a_unit() {
    var page = engine.run(query("pk = :p").value(":p", "none").capacity("TOTAL").asQuery());
    assertThat(page.items()).isEmpty();
    assertThat(page.consumedCapacity().orElseThrow().total()).isEqualTo(0.5);
  }

  @Test
  void legacy_key_conditions_and_filters_mean_the_same() {
    var request = new ReadRequests();
    request.legacy =
        new LegacyParameters(
            null,
            null,
            Map.of(
                "pk", new Comparison("EQ", List.of(Value.string("a"))),
                "sk", new Comparison("GT", List.of(Value.string("s2")))),
            Map.of("even", new Comparison("EQ", List.of(Value.string("true")))),
            List.of("sk"),
            null);
    var page = engine.run(request.asQuery());
    assertThat(page.items()).containsExactly(item("sk", "s4"), item("sk", "s6"));
    assertThat(page.scannedCount()).isEqualTo(4);
  }

  @Test
  void a_value_on_the_left_of_a_comparison_is_turned_round() {
    var request = query("pk = :a AND :s <= sk").value(":a", "a").value(":s", "s5");
    assertThat(sorts(engine.run(request.asQuery()).items())).containsExactly("s5", "s6");
  }
}

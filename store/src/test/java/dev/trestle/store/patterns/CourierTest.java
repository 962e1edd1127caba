package dev.trestle.store.patterns;

import static dev.trestle.store.patterns.Courier.*;
import static dev.trestle.store.patterns.CourierWrites.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.design.Design;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.design.cost.PatternCost;
import dev.trestle.design.cost.Units;
import dev.trestle.design.export.ModelJson;
import dev.trestle.design.matrix.Matrix;
import dev.trestle.store.Counted;
import dev.trestle.store.Cursor;
import dev.trestle.store.Fronts;
import dev.trestle.store.Page;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every word of the model is checked, costed, exported and run. */
final class CourierTest {
  private static final Design DESIGN = Design.of(MODEL);

  /** No test lives to see it. */
  private static final Instant FAR = Instant.parse("2286-01-01T00:00:00Z");

  private static Parcel parcel(String id, String depot, Instant due) {
    return new Parcel(
        id,
        depot,
        Status.WAITING,
        due,
        Optional.empty(),
        new Address("Elm Street 3", "Springfield"),
        Set.of("unknown-address"),
        Map.of(),
        List.of(),
        0,
        Optional.empty(),
        Optional.of("4711"));
  }

  private static Instant minute(int number) {
    return NOON.plus(Duration.ofMinutes(number));
  }

  private static Units cost(String id) {
    return PatternCost.of(DESIGN).stream()
        .filter(cost -> cost.heading().id().equals(id))
        .findAny()
        .orElseThrow()
        .perCall()
        .total();
  }

  @Test
  void the_design_holds() {
    ModelCheck.of(MODEL).orThrow(Severity.WARNING);
  }

  @Test
  void the_model_as_json_says_all_of_it() {
    var back = ModelJson.read(ModelJson.write(DESIGN), "courier.json");
    assertThat(back.patterns()).isEqualTo(DESIGN.patterns());
    assertThat(ModelCheck.of(back)).isEqualTo(ModelCheck.of(DESIGN));
    assertThat(PatternCost.of(back)).isEqualTo(PatternCost.of(DESIGN));
    assertThat(ModelJson.write(back)).isEqualTo(ModelJson.write(DESIGN));
  }

  @Test
  void the_matrix_shows_counts_fan_out_and_what_is_read_together() {
    var matrix = Matrix.of(MODEL);
    assertThat(matrix.rows())
        .extracting(row -> row.id() + " " + row.operation())
        .contains(
            "C10 Query (count)",
            "C14 Query × 8",
            "C15 Query × 31",
            "C36 TransactGetItems",
            "C3 GetItem × 5",
            "C37 BatchWriteItem");
    assertThat(matrix.rows())
        .filteredOn(row -> row.id().equals("C29"))
        .singleElement()
        .satisfies(row -> assertThat(row.details()).endsWith("returns the record before it"));
  }

  @Test
  void fan_out_and_transactional_reads_are_paid_for() {
    assertThat(cost("C14")).isEqualTo(Units.reading(8 * 0.5));
    assertThat(cost("C36")).isEqualTo(Units.reading(7 * 2));
  }

  @TestFactory
  Stream<DynamicNode> the_first_item_is_an_optional() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          assertThat(store.first(LAST_SCAN, new OfParcel("p"))).isEmpty();
          for (int i = 0; i < 3; i++) store.run(RECORD, new Scan("p", minute(i), "gate"));
          Optional<Scan> last = store.first(LAST_SCAN, new OfParcel("p"));
          assertThat(last).contains(new Scan("p", minute(2), "gate"));
        });
  }

  /** What has expired is passed over, however much of it there is. */
  @TestFactory
  Stream<DynamicNode> the_first_item_that_passes_is_found_behind_others() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          var past = setting.clock().instant().minusSeconds(60);
          var pings =
              IntStream.range(0, 300)
                  .mapToObj(i -> new Ping("c-" + i % 5, minute(i), i, i, i < 2 ? FAR : past))
                  .toList();
          store.run(FEED, new Feed(pings, List.of(), List.of()));
          assertThat(store.first(LATEST_PINGS, new NoParameters())).contains(pings.get(1));
          assertThat(store.usage("C14").calls()).isEqualTo(1);
          assertThat(store.stream(LATEST_PINGS, new NoParameters(), 9).toList())
              .containsExactly(pings.get(1), pings.get(0));
        });
  }

  @TestFactory
  Stream<DynamicNode> a_count_looks_at_no_more_than_it_may() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          var scans =
              IntStream.range(0, 1003).mapToObj(i -> new Scan("p", minute(i), "gate")).toList();
          store.run(IMPORT_SCANS, scans.subList(0, 5), List.of());
          Counted counted = store.run(SCAN_COUNT, new OfParcel("p"));
          assertThat(counted.items()).isEqualTo(5);
          assertThat(counted.complete()).isTrue();
          store.run(IMPORT_SCANS, scans.subList(5, 1003), List.of());
          Counted limited = store.run(SCAN_COUNT, new OfParcel("p"));
          assertThat(limited.items()).isEqualTo(1000);
          assertThat(limited.complete()).isFalse();
        });
  }

  @TestFactory
  Stream<DynamicNode> ranges_begin_and_end_where_they_say() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          var scans =
              IntStream.range(0, 5).mapToObj(i -> new Scan("p", minute(i), "gate")).toList();
          store.run(IMPORT_SCANS, scans, List.of());
          var second = new Since("p", minute(2));
          assertThat(store.run(LATER, second).items()).isEqualTo(scans.subList(3, 5));
          assertThat(store.run(EARLIER, second).items()).isEqualTo(scans.subList(0, 3));
          assertThat(store.run(BETWEEN, new Span("p", minute(1), minute(3))).items())
              .isEqualTo(scans.subList(1, 4));
          store.run(IMPORT_SCANS, List.of(), List.of(new OfScan("p", minute(2))));
          assertThat(store.run(BETWEEN, new Span("p", minute(2), minute(2))).items()).isEmpty();
        });
  }

  @TestFactory
  Stream<DynamicNode> a_delivery_is_done_as_a_whole() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          var now = setting.clock().instant();
          store.run(ACCEPT, parcel("p", "north", NOON));
          store.run(ACCEPT, parcel("q", "north", NOON));
          var hired = store.run(HIRE, new Driver("ann", "Ann Chovey", 0, 0, NOON));
          assertThat(hired.done()).map(Driver::version).contains(1L);
          var driver = new OfDriver("ann");
          store.run(LOCK_GATE, new Locking(new GateLock("g", "ann", now.plusSeconds(60)), now));
          var scan = new Scan("p", minute(1), "door");
          var delivery =
              new Delivery(
                  new Delivered("p", NOON),
                  driver,
                  List.of(scan),
                  Optional.of(new Unlocking("g", "ann")));
          assertThat(store.run(DELIVER, delivery)).isEqualTo(new TransactionOutcome.Done());
          assertThat(store.run(ONE, new OfParcel("p")))
              .map(Parcel::status)
              .contains(Status.DELIVERED);
          assertThat(store.first(LAST_SCAN, new OfParcel("p"))).contains(scan);
          assertThat(store.run(UNLOCK, new Unlocking("g", "ann")).isDone()).isFalse();
          assertThat(
                  store.run(
                      SOME, List.of(new OfParcel("q"), new OfParcel("none"), new OfParcel("p"))))
              .extracting(Parcel::parcel)
              .containsExactly("q", "p");
        });
  }

  @TestFactory
  Stream<DynamicNode> a_delete_returns_what_was_there() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          var pickup = new Pickup("u", "ann", minute(1), "Elm Street 4");
          store.run(ORDER, pickup);
          assertThat(store.run(CANCEL, new OfPickup("u")).done()).contains(pickup);
          assertThat(store.run(CANCEL, new OfPickup("u")).done()).isEmpty();
        });
  }

  @TestFactory
  Stream<DynamicNode> pages_go_on_and_back() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          for (int i = 0; i < 5; i++) store.run(RECORD, new Scan("p", minute(i), "gate"));
          var key = new OfParcel("p");
          Page<Scan> one = store.run(SCANS, key, Cursor.start(), 2);
          assertThat(one.previous()).isEmpty();
          Page<Scan> two = store.run(SCANS, key, one.next().orElseThrow(), 2);
          Page<Scan> again = store.run(SCANS, key, two.previous().orElseThrow(), 2);
          assertThat(again.items()).isEqualTo(one.items());
          assertThat(store.run(SCANS, key, again.next().orElseThrow(), 2).items())
              .isEqualTo(two.items());
        });
  }

  @TestFactory
  Stream<DynamicNode> a_collection_is_read_through_an_index() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          var parcel = parcel("p", "north", minute(5));
          store.run(ACCEPT, parcel);
          store.run(ASSIGN, new Assigning("p", "ann", minute(2)));
          store.run(ORDER, new Pickup("u", "ann", minute(1), "Elm Street 4"));
          store.run(ORDER, new Pickup("v", "ann", minute(9), "Elm Street 5"));
          store.run(ORDER, new Pickup("w", "bo", minute(1), "Elm Street 6"));
          var tasks = store.run(TASKS, new DueBefore("ann", minute(3))).items();
          assertThat(tasks).hasSize(2);
          assertThat(tasks.get(0)).isEqualTo(new Pickup("u", "ann", minute(1), "Elm Street 4"));
          assertThat(tasks.get(1))
              .isInstanceOfSatisfying(
                  Parcel.class, found -> assertThat(found.status()).isEqualTo(Status.ON_THE_WAY));
          store.run(RECORD, new Scan("p", minute(1), "gate"));
          assertThat(store.run(TRACE, new OfParcel("p")).items()).hasSize(2);
        });
  }

  @TestFactory
  Stream<DynamicNode> several_partitions_are_merged_in_order() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          var pings =
              IntStream.range(0, 60)
                  .mapToObj(i -> new Ping("c-" + i % 17, minute(i), i, i, FAR))
                  .toList();
          store.run(FEED, new Feed(pings, List.of(), List.of()));
          var newest = store.stream(LATEST_PINGS, new NoParameters(), 60).toList();
          assertThat(newest).isEqualTo(pings.reversed());
          assertThat(store.first(LATEST_PINGS, new NoParameters())).contains(pings.getLast());
          var counted = store.run(PING_COUNT, new NoParameters());
          assertThat(counted.items()).isEqualTo(50);
          assertThat(counted.complete()).isFalse();
        });
  }

  @TestFactory
  Stream<DynamicNode> a_range_goes_through_the_days_that_it_touches() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          var events =
              IntStream.range(0, 20)
                  .mapToObj(i ->
                      new DepotEvent(
                          "north", NOON.plus(Duration.ofHours(7L * i)), "p", "seen", FAR))
                  .toList();
          store.run(FEED, new Feed(List.of(), events, List.of()));
          var asked = new Events("north", events.get(2).at(), events.get(17).at());
          assertThat(pages(store, asked, 3)).isEqualTo(events.subList(2, 18));
          var day = LocalDate.ofInstant(NOON, ZoneOffset.UTC);
          assertThat(store.run(OF_KIND, new OfKind("north", day, "seen")).items())
              .isEqualTo(events.subList(0, 2));
          var backwards = new Events("north", events.get(17).at(), events.get(2).at());
          assertThat(store.run(EVENTS, backwards).items()).isEmpty();
          var long_ = new Events("north", NOON, NOON.plus(Duration.ofDays(40)));
          assertThatThrownBy(() -> store.run(EVENTS, long_))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("C15");
        });
  }

  private static List<DepotEvent> pages(Store store, Events asked, int size) {
    var all = new ArrayList<DepotEvent>();
    Optional<Cursor> next = Optional.of(Cursor.start());
    while (next.isPresent()) {
      var page = store.run(EVENTS, asked, Cursor.of(next.get().text()), size);
      all.addAll(page.items());
      next = page.next();
    }
    return all;
  }

  @TestFactory
  Stream<DynamicNode> listed_partitions_are_merged_in_order() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          for (int i = 0; i < 9; i++) {
            store.run(ACCEPT, parcel("p-" + i, List.of("a", "b", "c").get(i % 3), minute(i)));
          }
          var found = store.run(AT_DEPOTS, new Depots(List.of("a", "c", "a"))).items();
          assertThat(found)
              .extracting(Waiting::parcel)
              .containsExactly("p-0", "p-2", "p-3", "p-5", "p-6", "p-8");
          assertThat(store.run(AT_DEPOTS, new Depots(List.of())).items()).isEmpty();
          assertThat(store.run(AT_DEPOT, new AtDepot("b", Status.WAITING)).items()).hasSize(3);
        });
  }

  @TestFactory
  Stream<DynamicNode> items_of_several_entities_are_read_together() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          var parcel = parcel("p", "north", NOON);
          store.run(ACCEPT, parcel);
          store.run(DRIVE, new Driven("ann", 30, NOON));
          var now = setting.clock().instant();
          var lock = new GateLock("g", "ann", now.plusSeconds(60));
          store.run(LOCK_GATE, new Locking(lock, now));
          var gates = List.of(new OfGate("g"), new OfGate("h"));
          HandoverState state =
              store.run(HANDOVER, new Handover(new OfParcel("p"), new OfDriver("ann"), gates));
          assertThat(state.parcel()).contains(parcel);
          assertThat(state.driver()).map(Driver::kilometres).contains(30L);
          assertThat(state.gates()).containsExactly(lock);
          assertThat(store.usage("C36").readUnits()).isEqualTo(8);
        });
  }

  @TestFactory
  Stream<DynamicNode> writes_do_what_they_say() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          store.run(ACCEPT, parcel("p", "north", NOON));
          assertThat(store.run(ACCEPT, parcel("p", "south", NOON)).isDone()).isFalse();
          var missed = new Attempt("p", 0, Set.of("dog"), "storage", 90, List.of("bell broken"));
          assertThat(store.run(MISSED, missed).done())
              .isPresent()
              .isEqualTo(store.run(ONE, new OfParcel("p")));
          assertThat(store.run(MOVE, new Moving("p", "Oak Street 1")).done())
              .map(Parcel::to)
              .contains(new Address("Elm Street 3", "Springfield"));
          assertThat(store.run(ADDRESS, new OfParcel("p")))
              .contains(new WhereTo("p", new Address("Oak Street 1", "Springfield")));
          var unknown =
              new Delivery(
                  new Delivered("p", NOON), new OfDriver("bo"), List.of(), Optional.empty());
          assertThat(store.run(DELIVER, unknown))
              .isInstanceOfSatisfying(
                  TransactionOutcome.Refused.class,
                  refused -> assertThat(refused.one(Delivery::driver)).isPresent());
        });
  }
}

package dev.trestle.store.patterns;

import static dev.trestle.store.patterns.CourierVans.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.Design;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.design.export.ModelJson;
import dev.trestle.store.Fronts;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import dev.trestle.store.patterns.Courier.OfDriver;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The examples with vans are checked, exported and run. */
final class CourierVansTest {
  private static Van van(UUID id, String plate) {
    return new Van(
        id,
        plate,
        new Tank(60, Optional.of("diesel")),
        1_000,
        Optional.empty(),
        List.of("horn", "left mirror"),
        NOON,
        Optional.of(NOON));
  }

  @Test
  void the_design_holds() {
    ModelCheck.of(MODEL).orThrow(Severity.WARNING);
  }

  @Test
  void the_model_as_json_says_all_of_it() {
    var design = Design.of(MODEL);
    var back = ModelJson.read(ModelJson.write(design), "vans.json");
    assertThat(back.tables()).isEqualTo(design.tables());
    assertThat(back.patterns()).isEqualTo(design.patterns());
  }

  @TestFactory
  Stream<DynamicNode> a_plate_has_one_van() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          var van = van(ID, "ÅÄÖ 1");
          var claim = new PlateClaim("ÅÄÖ 1", ID);
          assertThat(store.run(REGISTER, new Registered(van, claim)).isDone()).isTrue();
          var other = UUID.fromString("0193a5d0-7f3e-7c3a-9f00-5f2f1e6f0a02");
          var second = new Registered(van(other, "ÅÄÖ 1"), new PlateClaim("ÅÄÖ 1", other));
          assertThat(store.run(REGISTER, second).isDone()).isFalse();
          assertThat(store.first(BY_PLATE, new OfPlate("ÅÄÖ 1")))
              .contains(new PlateOfVan(ID, "ÅÄÖ 1"));
          assertThat(store.run(ONE_VAN, new OfVan(ID))).contains(van);
        });
  }

  @TestFactory
  Stream<DynamicNode> kilometres_are_counted_up_and_down() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          store.run(REGISTER, new Registered(van(ID, "A 1"), new PlateClaim("A 1", ID)));
          var driven = store.run(DROVE, new Driven(ID, 1_000, 300)).done().orElseThrow();
          assertThat(driven.kilometres()).isEqualTo(1_300);
          assertThat(driven.left()).contains(19_700L);
          assertThat(store.run(DROVE, new Driven(ID, 1_000, 300)).isDone()).isFalse();
          var more = store.run(DROVE, new Driven(ID, 1_300, 700)).done().orElseThrow();
          assertThat(more.left()).contains(19_000L);
          assertThat(store.run(REPAIRED, new Fixed(ID, "left mirror")).isDone()).isFalse();
          assertThat(store.run(REPAIRED, new Fixed(ID, "horn")).done())
              .map(Van::defects)
              .contains(List.of("left mirror"));
        });
  }

  @TestFactory
  Stream<DynamicNode> trips_begin_at_a_time_and_pass_every_filter() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          TableCreation.create(CourierWrites.MODEL, setting.client(), "test-");
          var couriers = Store.of(CourierWrites.MODEL, setting.client(), setting.options());
          for (var name : List.of("ann", "cy")) {
            couriers.run(CourierWrites.HIRE, new Courier.Driver(name, "Some One", 0, 0, NOON));
          }
          var wanted = trip(1, "ann", "north depot");
          for (var trip :
              List.of(
                  trip(0, "ann", "north depot"),
                  wanted,
                  trip(2, "cy", "north depot"),
                  trip(3, "ann", "north pier"),
                  trip(4, "ann", "south depot"))) {
            var started = new TripOfDriver(trip, new OfDriver(trip.driver()));
            assertThat(store.run(START, started).isDone()).isTrue();
          }
          var unknown = new TripOfDriver(trip(5, "bo", "north depot"), new OfDriver("bo"));
          assertThat(store.run(START, unknown).isDone()).isFalse();
          assertThat(store.run(TRIPS, new Trips(ID, wanted.began(), "north")).items())
              .containsExactly(wanted);
        });
  }

  private static Trip trip(int hour, String driver, String goal) {
    var began = NOON.plus(Duration.ofHours(hour));
    return new Trip(ID, began, new Serial(hour), driver, goal, began.plusSeconds(60));
  }

  @TestFactory
  Stream<DynamicNode> keys_of_seconds_months_codes_and_bytes() {
    return Fronts.each(
        MODEL,
        setting -> {
          var store = setting.store();
          var soon = inspection(1, Optional.empty());
          var later = inspection(9, Optional.of(setting.clock().instant().plusSeconds(60)));
          store.run(PLAN, soon);
          store.run(PLAN, later);
          var before = new Planned(ID, NOON.plus(Duration.ofHours(10)));
          assertThat(store.run(INSPECTIONS, before).items()).hasSize(2);
          setting.clock().advance(Duration.ofSeconds(61));
          assertThat(store.run(INSPECTIONS, before).items()).containsExactly(soon);
          var small = new Mileage(Size.SMALL, YearMonth.of(2026, 11), 700);
          var large = new Mileage(Size.LARGE, YearMonth.of(2026, 11), 900);
          store.run(SUM, small);
          store.run(SUM, large);
          store.run(SUM, new Mileage(Size.SMALL, YearMonth.of(2026, 10), 5));
          assertThat(store.run(BY_SIZE, new OfMonth(YearMonth.of(2026, 11))).items())
              .containsExactly(large, small);
          store.run(SHOW, new Photo(new byte[] {1, -1}, ID));
          assertThat(store.run(ONE_PHOTO, new OfPhoto(new byte[] {1, -1})))
              .map(Photo::ofVan)
              .contains(ID);
        });
  }

  private static Inspection inspection(int hour, Optional<Instant> forgetAt) {
    var due = NOON.plus(Duration.ofHours(hour));
    return new Inspection(ID, due, LocalDate.of(2026, 11, 2), forgetAt);
  }
}

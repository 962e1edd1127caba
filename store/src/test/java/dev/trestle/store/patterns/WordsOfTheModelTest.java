package dev.trestle.store.patterns;

import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.design.check.ModelCheck;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.MultiGet;
import dev.trestle.model.MultiWrite;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.store.Cursor;
import dev.trestle.store.InvalidCursorException;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What new words refuse, and derived parts in the keys of indexes. */
final class WordsOfTheModelTest {
  record Visit(String id, Optional<Instant> due, String note) {}

  record OfVisit(String id) {}

  record Moved(String id, Instant when) {}

  record OnDay(LocalDate day) {}

  record Nothing() {}

  record AtTime(Instant due) {}

  record Within(Instant from, Instant to) {}

  record Days(List<LocalDate> days) {}

  private static final Part<String> ID = Part.text("id", Alphabet.of("a-z0-9"), 20);
  private static final Part<Instant> DUE = Part.isoMillis("due");
  private static final Part<LocalDate> DAY = Part.dayOf("day", DUE);
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

  private static final Table TABLE =
      Table.named("visits")
          .partition(string("pk"))
          .global(index("days", string("day")).sort(string("due_key")).all())
          .build();

  private static final Entity<Visit> VISIT =
      TABLE
          .entity(Visit.class, lookup())
          .partition(KeyTemplate.of("VISIT#<id>", ID))
          .in("days", DAY, KeyTemplate.of("<due>#<id>", DUE, ID))
          .example(new Visit("a", Optional.of(NOON), "calm"));

  private static final Put<Visit, Visit> PLAN = VISIT.put("V1", "plan a visit").build();

  private static final Update<Moved, Visit> MOVE =
      VISIT
          .update("V2", "move it", Moved.class)
          .set(optional(Visit::due))
          .to(param(Moved::when))
          .build();

  private static final Update<OfVisit, Visit> CANCEL =
      VISIT.update("V3", "no day yet", OfVisit.class).remove(Visit::due).build();

  private static final Query<OnDay, Visit> ON_DAY =
      VISIT.index("days").query("V4", "visits of a day", OnDay.class).build();

  private static final Query<AtTime, Visit> SAME_TIME =
      VISIT.index("days").query("V5", "visits at a time", AtTime.class).build();

  private static final Query<Days, Visit> OF_DAYS =
      VISIT
          .index("days")
          .query("V6", "visits of some days", Days.class)
          .across(DAY, Days::days, 3, 2)
          .page(2)
          .build();

  private static final Model MODEL =
      Model.named("visits")
          .entities(VISIT)
          .patterns(PLAN, MOVE, CANCEL, ON_DAY, SAME_TIME, OF_DAYS)
          .build();

  @Test
  void an_update_moves_an_item_to_the_partition_of_its_new_day() {
    try (var trestle = Trestle.inMemory()) {
      TableCreation.create(MODEL, trestle.client(), "");
      var store = Store.of(MODEL, trestle.client());
      store.run(PLAN, new Visit("a", Optional.of(NOON), "calm"));
      var today = new OnDay(LocalDate.of(2026, 11, 20));
      var tomorrow = new OnDay(LocalDate.of(2026, 11, 21));
      assertThat(store.run(ON_DAY, today).items()).hasSize(1);
      var later = NOON.plus(Duration.ofDays(1));
      store.run(MOVE, new Moved("a", later));
      assertThat(store.run(ON_DAY, today).items()).isEmpty();
      assertThat(store.run(ON_DAY, tomorrow).items())
          .containsExactly(new Visit("a", Optional.of(later), "calm"));
      assertThat(store.run(SAME_TIME, new AtTime(later)).items()).hasSize(1);
      store.run(CANCEL, new OfVisit("a"));
      assertThat(store.run(ON_DAY, tomorrow).items()).isEmpty();
    }
  }

  @Test
  void the_checks_know_what_is_derived() {
    assertThat(ModelCheck.of(MODEL).findings())
        .extracting(finding -> finding.check())
        .doesNotContain("served", "index-key-written", "known");
  }

  @Test
  void a_merged_cursor_belongs_to_its_partitions() {
    try (var trestle = Trestle.inMemory()) {
      TableCreation.create(MODEL, trestle.client(), "");
      var store = Store.of(MODEL, trestle.client());
      for (int i = 0; i < 6; i++) {
        var due = NOON.plus(Duration.ofHours(12L * i));
        store.run(PLAN, new Visit("v" + i, Optional.of(due), "calm"));
      }
      var first = LocalDate.of(2026, 11, 20);
      var days = new Days(List.of(first, first.plusDays(1)));
      var page = store.run(OF_DAYS, days);
      var next = Cursor.of(page.next().orElseThrow().text());
      assertThat(page.items()).extracting(Visit::id).containsExactly("v0", "v1");
      assertThat(store.run(OF_DAYS, days, next).items())
          .extracting(Visit::id)
          .containsExactly("v2");
      var others = new Days(List.of(first, first.plusDays(2)));
      assertThatThrownBy(() -> store.run(OF_DAYS, others, next))
          .isInstanceOf(InvalidCursorException.class);
      var many = new Days(List.of(first, first.plusDays(1), first.plusDays(2), first.plusDays(3)));
      assertRefused(() -> store.run(OF_DAYS, many), "V6", "3 partitions");
    }
  }

  private static void assertRefused(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void partitions_that_cannot_be_read_across_are_refused() {
    var days = VISIT.index("days");
    assertRefused(
        () -> days.query("X1", "all days", Nothing.class).across(DAY).build(),
        "X1",
        "too many to read them all");
    assertRefused(
        () -> days.query("X2", "by id", Nothing.class).across(ID).build(),
        "X2",
        "no part of the partition key");
    assertRefused(
        () -> days.query("X4", "no range", Within.class).acrossRange(DAY, 3, 1).build(),
        "X4",
        "between");
    assertRefused(
        () ->
            days.query("X5", "too many", Within.class)
                .between(Within::from, Within::to)
                .acrossRange(DAY, 1000, 1)
                .build(),
        "X5",
        "between 1 and 100");
  }

  record Both(OfVisit visit, OfVisit other) {}

  record Found(Optional<Visit> visit, Optional<Visit> other) {}

  @Test
  void a_result_that_no_step_fills_is_refused() {
    var get = VISIT.get("X6.get", "a visit", OfVisit.class).build();
    assertRefused(
        () ->
            MultiGet.of("X6", "two visits", Both.class, Found.class, lookup())
                .step(get, Both::visit, Found::visit)
                .build(),
        "X6",
        "Found.other is filled by no step");
  }

  record Plans(List<Visit> plans) {}

  @Test
  void a_batch_refuses_writes_with_conditions() {
    var put = VISIT.put("X7.put", "a visit").ifAbsent().build();
    assertRefused(
        () ->
            MultiWrite.of("X7", "visits", Plans.class, lookup()).each(put, Plans::plans, 5).build(),
        "X7",
        "condition");
  }
}

package dev.trestle.homeops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.homeops.activity.ActivityLog;
import dev.trestle.homeops.model.Activities.Effort;
import dev.trestle.homeops.model.Promises;
import dev.trestle.homeops.model.Promises.State;
import java.time.LocalDate;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An undo gives back exactly what was there before. */
class UndoTest {
  private final TestHousehold household = new TestHousehold();

  @AfterEach
  void close() {
    household.close();
  }

  private void undoLatest() {
    var latest = household.activities().getFirst();
    household.log.undo(TestHousehold.CHAT, latest.activityId(), household.home().zone());
  }

  @Test
  void undo_takes_back_log_habit_effort_and_promise_and_twice_is_once() {
    household.martin("diskat");
    household.martin("diskade alla kastruller för hand");
    household.martin("jag tar disken sen");
    assertThat(household.promises.active(household.martin)).hasSize(1);
    household.chat.reacts = true;
    var before = household.dump();
    household.martin("diskat");
    assertThat(household.dump()).isNotEqualTo(before);
    assertThat(household.promises.ofMember(household.martin))
        .extracting(Promises.Promise::status)
        .containsExactly(State.fulfilled);
    var undone = household.activities().getFirst();
    undoLatest();
    assertThat(household.dump()).isEqualTo(before);
    household.log.undo(TestHousehold.CHAT, undone.activityId(), household.home().zone());
    assertThat(household.dump()).isEqualTo(before);
  }

  @Test
  void undoing_a_first_time_leaves_nothing_behind() {
    household.chat.reacts = true;
    var before = household.dump();
    household.martin("diskat");
    undoLatest();
    assertThat(household.dump()).isEqualTo(before);
  }

  @Test
  void undo_in_the_chat_is_a_reply() {
    var message = household.martin("diskat");
    household.reply(message, "ångra");
    assertThat(household.activities()).isEmpty();
    assertThat(household.chat.sent).last().isEqualTo("Borttaget ✓");
  }

  @Test
  void a_correction_changes_the_activity_and_teaches_the_word() {
    var message = household.martin("diskat");
    household.reply(message, "nej, jag menade tvätt");
    assertThat(household.activities())
        .extracting(activity -> activity.activity())
        .containsExactly("tvätt");
    assertThat(household.habit("diskning")).isEmpty();
    assertThat(household.aliases.reliable(TestHousehold.CHAT)).containsEntry("diskat", "tvätt");
  }

  private void correct(String activity) {
    household.log.correct(
        TestHousehold.CHAT,
        household.activities().getFirst().activityId(),
        new ActivityLog.Correction(
            Optional.of(activity), Optional.empty(), Optional.empty(), Optional.empty()),
        _ -> "?",
        household.home().zone());
  }

  @Test
  void a_correction_is_one_transaction_and_correcting_it_back_restores_everything() {
    household.chat.reacts = true;
    household.martin("diskat");
    household.martin("jag tar tvätten sen");
    household.martin("diskat");
    correct("diskning");
    var before = household.dump();
    var writes = new CopyOnWriteArrayList<String>();
    household
        .trestle
        .engine()
        .observe(request -> {
          if (request.writeUnits() > 0) {
            writes.add(request.operation());
          }
        });
    correct("tvätt");
    household.trestle.engine().stopObserving();
    assertThat(writes).isNotEmpty().containsOnly("TransactWriteItems");
    assertThat(household.habit("diskning").orElseThrow().totalCount()).isEqualTo(1);
    assertThat(household.habit("tvätt").orElseThrow().totalCount()).isEqualTo(1);
    assertThat(household.effort("tvätt").orElseThrow().samples()).isEqualTo(1);
    assertThat(household.promises.ofMember(household.martin))
        .extracting(Promises.Promise::status)
        .containsExactly(State.fulfilled);
    correct("diskning");
    assertThat(household.dump()).isEqualTo(before);
  }

  @Test
  void a_correction_changes_the_effort_where_it_stands() {
    household.chat.reacts = true;
    household.martin("diskat");
    var first = household.activities().getFirst();
    household.martin("diskat");
    household.log.correct(
        TestHousehold.CHAT,
        first.activityId(),
        new ActivityLog.Correction(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(Effort.high)),
        _ -> "?",
        household.home().zone());
    double usual = first.effort().weight();
    assertThat(household.effort("diskning").orElseThrow().ema())
        .isEqualTo(0.3 * usual + 0.7 * Effort.high.weight());
  }

  @Test
  void a_correction_changes_the_member_or_the_day() {
    var message = household.martin("diskat");
    household.reply(message, "det var Anna");
    assertThat(household.activities().getFirst().userId()).isEqualTo(household.anna);
    household.reply(message, "det var igår");
    assertThat(
            household
                .activities()
                .getFirst()
                .timestamp()
                .atZone(household.home().zone())
                .toLocalDate())
        .isEqualTo(LocalDate.of(2026, 3, 10));
  }
}

package dev.trestle.homeops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.homeops.activity.ActivityLog;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.Activities.Effort;
import dev.trestle.homeops.model.HouseholdMembers;
import dev.trestle.homeops.model.HouseholdMembers.Summary;
import dev.trestle.homeops.model.IsoWeek;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.Promises;
import dev.trestle.homeops.model.Promises.State;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An undo gives back exactly what was there before. */
class UndoTest {
  private static final IsoWeek WEEK = new IsoWeek("2026-W11");

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

  /** Without the times at which balances and summaries were computed. */
  private Map<String, Map<String, AttributeValue>> dumpWithoutTimes() {
    var dump = household.dump();
    dump.forEach((key, item) -> {
      if (key.contains("BALANCE#") || key.contains("SUMMARY#")) {
        item.remove("updatedAt");
        item.remove("createdAt");
      }
    });
    return dump;
  }

  /** The week of the household's first message, seen from the Monday after it. */
  private void settleTheWeek() {
    household.chat.reacts = true;
    household.martin("diskat");
    household.clock.set(Instant.parse("2026-03-16T08:00:00Z"));
    household.balances.settle(household.home(), WEEK);
  }

  private Summary summary(MemberId member) {
    return household.balances.summary(household.home(), member, WEEK);
  }

  @Test
  void undo_takes_back_what_it_changed_in_a_week_that_was_summarised() {
    settleTheWeek();
    var before = dumpWithoutTimes();
    var message = household.anna("dammsög igår");
    assertThat(summary(household.anna).choresCount()).isEqualTo(1);
    assertThat(summary(household.martin).fairnessScore()).isLessThan(1);
    household.reply(message, "ångra");
    assertThat(dumpWithoutTimes()).isEqualTo(before);
  }

  @Test
  void an_edit_that_withdraws_something_renews_the_week_that_was_summarised() {
    settleTheWeek();
    var before = dumpWithoutTimes();
    var message = household.anna("dammsög igår");
    household.clock.advance(Duration.ofMinutes(1));
    household.handle(household.edited(message, "det är kallt ute"));
    assertThat(dumpWithoutTimes()).isEqualTo(before);
  }

  @Test
  void a_correction_over_the_border_of_a_week_renews_both_weeks() {
    settleTheWeek();
    var message = household.martin("dammsugit");
    household.reply(message, "det var igår");
    assertThat(summary(household.martin).choresCount()).isEqualTo(2);
    var moved =
        household.activities().stream()
            .filter(activity -> activity.activity().equals("dammsugning"))
            .findFirst()
            .orElseThrow();
    assertThat(IsoWeek.of(moved.timestamp(), household.home().zone())).isEqualTo(WEEK);
  }

  /** Members are listed by id, and an id is random. */
  @Test
  void a_member_who_joins_later_does_not_keep_an_earlier_week_from_being_renewed() {
    settleTheWeek();
    for (int i = 0; i < 5; i++) {
      household.directory.join(household.home().id(), TestHousehold.person("later-" + i), "Later");
    }
    household.martin("dammsög igår");
    var pair =
        new HouseholdMembers.Pair(household.home().id(), household.martin, household.anna, WEEK);
    var load = household.store.run(HouseholdMembers.FIND_BALANCE, pair).orElseThrow().netLoad1();
    assertThat(load).isEqualTo(summary(household.martin).netLoad()).isGreaterThan(1);
  }

  private List<String> logged() {
    return household.activities().stream().map(Activity::activity).toList();
  }

  @Test
  void an_undo_that_is_interrupted_and_repeated_takes_back_one_activity() {
    household.martin("diskat");
    household.martin("dammsugit");
    var undo = household.message("ångra");
    household.unreachable.set(request -> request.toString().contains("replying"));
    assertThatThrownBy(() -> household.handle(undo)).isInstanceOf(IllegalStateException.class);
    assertThat(logged()).containsExactly("diskning");
    household.unreachable.set(_ -> false);
    household.handle(undo);
    household.handle(undo);
    assertThat(logged()).containsExactly("diskning");
    assertThat(household.chat.sent).last().isEqualTo("Borttaget ✓");
  }

  @Test
  void an_undo_that_arrives_late_does_not_take_back_what_was_done_after_it() {
    household.martin("dammsugit");
    household.clock.advance(Duration.ofMinutes(1));
    var undo = household.message("ångra");
    household.martin("diskat");
    household.handle(undo);
    assertThat(logged()).containsExactly("diskning");
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

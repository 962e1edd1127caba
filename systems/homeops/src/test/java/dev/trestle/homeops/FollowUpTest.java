package dev.trestle.homeops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.homeops.model.HouseholdMembers;
import dev.trestle.homeops.model.Households;
import dev.trestle.homeops.model.IsoWeek;
import dev.trestle.homeops.model.Promises;
import dev.trestle.homeops.model.Promises.Promise;
import dev.trestle.homeops.model.Promises.State;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the assistant does by itself. */
class FollowUpTest {
  private final TestHousehold household = new TestHousehold();

  @AfterEach
  void close() {
    household.close();
  }

  private void at(String local) {
    household.clock.set(LocalDateTime.parse(local).atZone(household.home().zone()).toInstant());
  }

  private List<Promise> overdue() {
    var overdue = new ArrayList<Promise>();
    for (int shard = 0; shard < Promises.DUE_SHARDS; shard++) {
      overdue.addAll(
          household
              .store
              .run(Promises.OVERDUE, new Promises.Overdue(shard, household.clock.instant()))
              .items());
    }
    return overdue;
  }

  private void followUp() {
    overdue().forEach(household.reminders::due);
  }

  @Test
  void an_overdue_promise_is_followed_up_once() {
    household.martin("jag tar disken om två timmar");
    assertThat(overdue()).isEmpty();
    at("2026-03-11T21:30");
    followUp();
    assertThat(household.chat.sent).containsExactly("Martin – diskning, hann du med det?");
    assertThat(household.chat.silent).containsExactly(true);
    followUp();
    assertThat(household.chat.sent).hasSize(1);
  }

  @Test
  void a_promise_for_the_night_is_followed_up_in_the_morning() {
    at("2026-03-11T21:00");
    household.martin("jag tar disken om två timmar");
    at("2026-03-12T06:59");
    assertThat(overdue()).isEmpty();
    at("2026-03-12T07:01");
    followUp();
    assertThat(household.chat.sent).hasSize(1);
  }

  @Test
  void a_promise_that_was_put_off_by_an_edit_is_followed_up_at_its_new_time() {
    var message = household.martin("jag tar disken om två timmar");
    household.clock.advance(Duration.ofMinutes(1));
    household.handle(household.edited(message, "jag tar disken imorgon"));
    at("2026-03-11T21:30");
    followUp();
    assertThat(household.chat.sent).isEmpty();
    at("2026-03-12T21:30");
    followUp();
    assertThat(household.chat.sent).containsExactly("Martin – diskning, hann du med det?");
    assertThat(household.promises.ofMember(household.martin)).hasSize(1);
  }

  @Test
  void a_promise_that_was_kept_is_not_mentioned() {
    household.martin("jag tar disken om två timmar");
    household.chat.reacts = true;
    household.martin("diskat");
    at("2026-03-11T21:30");
    followUp();
    assertThat(household.chat.sent).isEmpty();
    assertThat(household.promises.ofMember(household.martin))
        .extracting(Promise::status)
        .containsExactly(State.fulfilled);
  }

  @Test
  void a_second_follow_up_of_a_day_waits_for_the_next() {
    household.martin("jag tar disken om två timmar");
    household.anna("jag tar disken om två timmar");
    at("2026-03-11T21:30");
    followUp();
    assertThat(household.chat.sent).hasSize(1);
    assertThat(overdue()).isEmpty();
    at("2026-03-12T09:01");
    followUp();
    assertThat(household.chat.sent).hasSize(2);
  }

  @Test
  void whoever_carries_much_is_not_reminded() {
    household.chat.reacts = true;
    household.martin("jag tar tvätten om två timmar");
    for (int i = 0; i < 26; i++) {
      household.martin("diskat");
    }
    at("2026-03-11T21:45");
    assertThat(overdue()).hasSize(1);
    followUp();
    assertThat(household.chat.sent).isEmpty();
    assertThat(household.promises.ofMember(household.martin))
        .extracting(Promise::status)
        .containsExactly(State.expired);
  }

  private Households.Plan plan() {
    return household
        .store
        .run(Households.FIND_PLAN, new Households.OfHousehold(household.home().id()))
        .orElseThrow();
  }

  @Test
  void a_summary_goes_once_to_those_who_asked_for_it_and_never_at_night() {
    household.martin("diskat");
    household.directMessages.open(household.martin, "42");
    at("2026-03-16T06:30");
    household.plans.due(plan());
    assertThat(household.chat.privately).isEmpty();
    at("2026-03-16T09:00");
    assertThat(plan().planAt()).isBefore(household.clock.instant());
    var due = plan();
    household.plans.due(due);
    household.plans.due(due);
    assertThat(household.chat.privately)
        .singleElement()
        .asString()
        .startsWith("42: Vecka 11: 1 syssla, 0 pauser, belastning ");
    household.directMessages.close(household.martin);
    at("2026-03-23T09:00");
    household.plans.due(plan());
    assertThat(household.chat.privately).hasSize(1);
  }

  @Test
  void who_blocks_the_assistant_gets_no_more_summaries() {
    household.directMessages.open(household.martin, "42");
    household.chat.blocked = true;
    at("2026-03-16T09:00");
    household.plans.due(plan());
    household.chat.blocked = false;
    at("2026-03-23T09:00");
    household.plans.due(plan());
    assertThat(household.chat.privately).isEmpty();
  }

  @Test
  void a_week_that_has_ended_is_settled_on_its_first_morning() {
    household.martin("diskat");
    at("2026-03-16T09:00");
    household.plans.due(plan());
    var summary =
        household.store.run(
            HouseholdMembers.FIND_SUMMARY,
            new HouseholdMembers.Week(household.martin, new IsoWeek("2026-W11")));
    assertThat(summary.orElseThrow().choresCount()).isEqualTo(1);
    var balances =
        household.store.run(
            HouseholdMembers.BALANCES_OF_USER, new HouseholdMembers.OfUser(household.anna));
    assertThat(balances.items()).hasSize(1);
  }
}

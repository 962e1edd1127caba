package dev.trestle.homeops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trestle.homeops.activity.ActivityIds;
import dev.trestle.homeops.balance.Balances.OwnBalance;
import dev.trestle.homeops.model.Activities;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.Activities.Effort;
import dev.trestle.homeops.model.Activities.Kind;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.MessageNumber;
import java.time.Instant;
import java.time.LocalDateTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Load and share, with figures worked out by hand. */
class BalanceTest {
  private final TestHousehold household = new TestHousehold();
  private long number;

  @AfterEach
  void close() {
    household.close();
  }

  private void did(MemberId member, Kind kind, Effort effort, String local) {
    var at = instant(local);
    var message = new MessageNumber(++number);
    var activity = kind == Kind.chore ? "diskning" : "vila";
    household.store.run(
        Activities.SAVE,
        new Activity(
            TestHousehold.CHAT,
            ActivityIds.of(TestHousehold.CHAT, message, at, activity, member),
            message,
            member,
            "?",
            kind,
            activity,
            effort,
            1,
            at,
            at));
  }

  private Instant instant(String local) {
    return LocalDateTime.parse(local).atZone(household.home().zone()).toInstant();
  }

  private OwnBalance own(MemberId member) {
    return household.balances.own(household.home(), member, instant("2026-03-15T20:00"));
  }

  @Test
  void the_load_of_a_week_is_its_effort_minus_its_recovery() {
    did(household.martin, Kind.chore, Effort.high, "2026-03-09T08:00");
    did(household.martin, Kind.chore, Effort.medium, "2026-03-10T08:00");
    did(household.martin, Kind.recovery, Effort.low, "2026-03-11T08:00");
    var week = own(household.martin).current();
    assertThat(week.effort()).isEqualTo(3 + 2);
    assertThat(week.recovery()).isEqualTo(1);
    assertThat(week.load()).isEqualTo(4);
    assertThat(week.chores()).isEqualTo(2);
    assertThat(week.recoveries()).isEqualTo(1);
  }

  @Test
  void a_share_weighs_effort_and_each_earlier_week_counts_half() {
    // Martin: 1 + 3 / 2 + 2 / 4 + 2 / 8 = 3.25, and nothing of five weeks ago.
    did(household.martin, Kind.chore, Effort.low, "2026-03-09T08:00");
    did(household.martin, Kind.chore, Effort.high, "2026-03-08T08:00");
    did(household.martin, Kind.chore, Effort.medium, "2026-03-01T08:00");
    did(household.martin, Kind.chore, Effort.medium, "2026-02-22T08:00");
    did(household.martin, Kind.chore, Effort.high, "2026-02-15T08:00");
    // Anna: one hard chore counts as much as three light ones would.
    did(household.anna, Kind.chore, Effort.high, "2026-03-10T08:00");
    // Rest is no work: it changes no share.
    did(household.anna, Kind.recovery, Effort.high, "2026-03-10T20:00");
    assertThat(own(household.martin).share().orElseThrow()).isCloseTo(3.25 / 6.25, within(1e-9));
    assertThat(own(household.anna).share().orElseThrow()).isCloseTo(3 / 6.25, within(1e-9));
  }

  @Test
  void where_nothing_was_done_nobody_has_a_share() {
    did(household.martin, Kind.recovery, Effort.high, "2026-03-10T20:00");
    assertThat(own(household.martin).share()).isEmpty();
    assertThat(own(household.martin).current().load()).isEqualTo(-3);
  }

  @Test
  void a_load_is_high_from_26_on() {
    for (int i = 0; i < 8; i++) {
      did(household.martin, Kind.chore, Effort.high, "2026-03-10T0" + i + ":00");
    }
    did(household.martin, Kind.chore, Effort.low, "2026-03-10T08:00");
    var now = instant("2026-03-15T20:00");
    assertThat(household.balances.isHighlyLoaded(household.home(), household.martin, now))
        .isFalse();
    did(household.martin, Kind.chore, Effort.low, "2026-03-10T09:00");
    assertThat(household.balances.isHighlyLoaded(household.home(), household.martin, now)).isTrue();
    did(household.martin, Kind.recovery, Effort.low, "2026-03-10T10:00");
    assertThat(household.balances.isHighlyLoaded(household.home(), household.martin, now))
        .isFalse();
    assertThat(
            household.balances.isHighlyLoaded(
                household.home(), household.martin, instant("2026-03-16T00:00")))
        .isFalse();
  }
}

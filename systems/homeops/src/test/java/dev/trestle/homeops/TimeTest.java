package dev.trestle.homeops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.homeops.model.HouseholdMembers;
import dev.trestle.homeops.model.IsoWeek;
import dev.trestle.homeops.time.QuietHours;
import dev.trestle.homeops.time.SpokenTime;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Weeks, nights and changes of the clock, in the household's zone. */
class TimeTest {
  private static final ZoneId STOCKHOLM = ZoneId.of("Europe/Stockholm");

  private final TestHousehold household = new TestHousehold();

  @AfterEach
  void close() {
    household.close();
  }

  private static ZonedDateTime local(String time) {
    return LocalDateTime.parse(time).atZone(STOCKHOLM);
  }

  @Test
  void new_year_2027_is_in_week_53_of_2026() {
    assertThat(IsoWeek.of(local("2027-01-01T12:00").toInstant(), STOCKHOLM))
        .isEqualTo(new IsoWeek("2026-W53"));
    assertThat(new IsoWeek("2026-W53").monday()).isEqualTo(LocalDate.of(2026, 12, 28));
    assertThat(new IsoWeek("2027-W01").minusWeeks(1)).isEqualTo(new IsoWeek("2026-W53"));
  }

  @Test
  void in_two_hours_is_two_hours_when_clocks_change() {
    var spring = local("2026-03-29T01:30");
    assertThat(SpokenTime.deadline("jag tar disken om två timmar", spring).toInstant())
        .isEqualTo(spring.toInstant().plusSeconds(7200));
    var autumn = local("2026-10-25T01:30");
    assertThat(SpokenTime.deadline("jag tar disken om två timmar", autumn).toInstant())
        .isEqualTo(autumn.toInstant().plusSeconds(7200));
  }

  @Test
  void quiet_hours_follow_the_clock_on_the_wall_when_it_changes() {
    assertThat(QuietHours.endFrom(local("2026-03-29T01:30").toInstant(), STOCKHOLM))
        .isEqualTo(Instant.parse("2026-03-29T05:00:00Z"));
    assertThat(QuietHours.endFrom(local("2026-10-24T22:00").toInstant(), STOCKHOLM))
        .isEqualTo(Instant.parse("2026-10-25T06:00:00Z"));
  }

  @Test
  void friday_said_on_a_friday_is_in_a_week() {
    assertThat(
            SpokenTime.deadline("jag dammsuger på fredag", local("2026-03-13T10:00")).toLocalDate())
        .isEqualTo(LocalDate.of(2026, 3, 20));
  }

  @Test
  void what_was_done_on_sunday_counts_for_sunday_though_it_is_told_on_monday() {
    household.clock.set(local("2026-03-16T00:20").toInstant());
    household.handle(household.message("diskade igår kväll"));
    var activity = household.activities().getFirst();
    assertThat(activity.timestamp().atZone(STOCKHOLM).toLocalDate())
        .isEqualTo(LocalDate.of(2026, 3, 15));
    assertThat(household.habit("diskning").orElseThrow().dayOfWeekCounts()).containsOnlyKeys("sun");
    var balance =
        household.balances.own(household.home(), household.martin, household.clock.instant());
    assertThat(balance.current().week()).isEqualTo(new IsoWeek("2026-W12"));
    assertThat(balance.current().effort()).isZero();
    assertThat(balance.weeks().get(1).effort()).isPositive();
  }

  @Test
  void a_stored_week_is_renewed_when_something_of_it_is_told_later() {
    household.martin("diskat");
    household.clock.set(local("2026-03-16T09:00").toInstant());
    household.balances.settle(household.home(), new IsoWeek("2026-W11"));
    var before = stored(new IsoWeek("2026-W11"));
    var message = household.martin("dammsög igår");
    assertThat(stored(new IsoWeek("2026-W11"))).isGreaterThan(before);
    household.reply(message, "ångra");
    assertThat(stored(new IsoWeek("2026-W11"))).isEqualTo(before);
  }

  private double stored(IsoWeek week) {
    return household
        .store
        .run(
            HouseholdMembers.FIND_BALANCE,
            new HouseholdMembers.Pair(
                household.home().id(), household.martin, household.anna, week))
        .orElseThrow()
        .netLoad1();
  }
}

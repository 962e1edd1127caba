package dev.trestle.homeops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.homeops.message.ReceivedMessage;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.HouseholdLanguage;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.MessageNumber;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Somebody who lives in two places. */
class TwoHouseholdsTest {
  private static final ChatId COTTAGE = new ChatId("-77");

  private final TestHousehold household = new TestHousehold();

  @AfterEach
  void close() {
    household.close();
  }

  @Test
  void a_person_in_two_households_is_two_members_and_nothing_of_theirs_mixes() {
    household.directory.settings(
        household.home().id(), "Home", "Europe/London", HouseholdLanguage.en);
    household.martin("diskat");
    household.handle(
        new ReceivedMessage(
            TestHousehold.SOURCE,
            COTTAGE,
            new MessageNumber(1),
            "1",
            "Martin",
            "dammsugit",
            household.clock.instant(),
            Optional.empty(),
            Optional.empty(),
            false,
            ""));
    var cottage = household.directory.ofChat(COTTAGE).orElseThrow();
    var there = household.directory.member(cottage, TestHousehold.person("1")).orElseThrow();
    assertThat(household.directory.of(TestHousehold.person("1"))).hasSize(2);
    assertThat(there).isNotEqualTo(household.martin);
    assertThat(cottage.record().language())
        .as("the language of the first")
        .isEqualTo(HouseholdLanguage.en);
    assertThat(cottage.record().zone()).isEqualTo("Europe/London");

    assertThat(household.store.run(Memory.EFFORTS_OF_USER, new Memory.OfUser(there)).items())
        .extracting(Memory.Effort::activity)
        .containsExactly("dammsugning");
    assertThat(
            household
                .store
                .run(Memory.EFFORTS_OF_USER, new Memory.OfUser(household.martin))
                .items())
        .extracting(Memory.Effort::activity)
        .containsExactly("diskning");
    assertThat(
            household.store.run(Memory.HABITS_OF_USER, new Memory.HabitsOf(COTTAGE, there)).items())
        .extracting(Memory.Habit::activity)
        .containsExactly("dammsugning");
    assertThat(household.habit("dammsugning")).isEmpty();

    var now = household.clock.instant();
    assertThat(household.balances.own(cottage, there, now).current().chores()).isEqualTo(1);
    var home = household.balances.own(household.home(), household.martin, now);
    assertThat(home.current().chores()).isEqualTo(1);
    assertThat(home.share()).contains(1.0);
  }
}

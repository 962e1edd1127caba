package dev.trestle.homeops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.Promises.Promise;
import dev.trestle.homeops.model.ResponseCounters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A household whose chat gets another id. */
class MigrationTest {
  private static final ChatId NEW = new ChatId("-1009999999999");

  private final TestHousehold household = new TestHousehold();

  @AfterEach
  void close() {
    household.close();
  }

  private Memory.Habit habit() {
    return household
        .store
        .run(Memory.FIND_HABIT, new Memory.OfHabit(NEW, household.martin, "diskning"))
        .orElseThrow();
  }

  @Test
  void everything_that_was_learned_moves_and_moving_twice_is_moving_once() {
    household.aliases.set(TestHousehold.CHAT, "fixat maskinen", "tvätt", household.martin);
    household.martin("jag tar tvätten sen");
    household.martin("diskat");
    household.migration.run(TestHousehold.CHAT, NEW);
    var once = household.dump();
    household.migration.run(TestHousehold.CHAT, NEW);
    assertThat(household.dump()).isEqualTo(once);
    assertThat(habit().totalCount()).isEqualTo(1);
    assertThat(household.habit("diskning")).isEmpty();
    assertThat(household.aliases.reliable(NEW)).containsEntry("fixat maskinen", "tvätt");
    assertThat(household.aliases.of(TestHousehold.CHAT)).isEmpty();
    assertThat(household.promises.ofMember(household.martin))
        .extracting(Promise::chatId)
        .containsExactly(NEW);
    assertThat(household.store.run(Decisions.FIND_LAST_REPLY, new Decisions.OfChat(NEW)))
        .isPresent();
    var counter =
        household.store.run(ResponseCounters.FIND, new ResponseCounters.OfDay(NEW, "2026-03-11"));
    assertThat(counter.orElseThrow().count()).isEqualTo(1);
    assertThat(household.home().chats()).containsExactly(NEW, TestHousehold.CHAT);
    assertThat(household.activities()).hasSize(1);
  }

  @Test
  void an_activity_of_the_old_chat_can_still_be_undone() {
    household.martin("diskat");
    household.martin("diskat");
    household.migration.run(TestHousehold.CHAT, NEW);
    var latest = household.activities().getFirst();
    household.log.undo(TestHousehold.CHAT, latest.activityId(), household.home().zone());
    assertThat(habit().totalCount()).isEqualTo(1);
    assertThat(habit().lastSeen()).isEqualTo(household.activities().getFirst().timestamp());
  }

  @Test
  void what_arrives_under_the_old_id_is_ignored() {
    household.migration.run(TestHousehold.CHAT, NEW);
    household.martin("diskat");
    assertThat(household.activities()).isEmpty();
    assertThat(household.messages()).isEmpty();
  }
}

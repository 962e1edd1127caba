package dev.trestle.homeops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.homeops.message.ReceivedMessage;
import dev.trestle.homeops.model.Activities.Effort;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.understanding.Act;
import dev.trestle.homeops.understanding.ActType;
import dev.trestle.homeops.understanding.Gate;
import dev.trestle.homeops.understanding.Understood;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the assistant speaks, and what it gives as the reason for each silence. */
class PolicyTest {
  private final TestHousehold household = new TestHousehold();

  @AfterEach
  void close() {
    household.close();
  }

  private void at(String time) {
    at(11, time);
  }

  private void at(int day, String time) {
    household.clock.set(
        LocalDate.of(2026, 3, day)
            .atTime(LocalTime.parse(time))
            .atZone(household.home().zone())
            .toInstant());
  }

  private String reason(String text) {
    var message = household.message(text);
    household.handle(message);
    return household.decision(message).reason();
  }

  @Test
  void quiet_hours_begin_at_ten_and_end_at_seven_to_the_second() {
    at("21:59:59");
    assertThat(reason("diskat")).isEqualTo("noted");
    at("22:00:00");
    assertThat(reason("diskat")).isEqualTo("quiet_hours");
    at(12, "06:59:59");
    assertThat(reason("diskat")).isEqualTo("quiet_hours");
    at(12, "07:00:00");
    assertThat(reason("diskat")).isEqualTo("noted");
  }

  @Test
  void the_cooldown_lasts_fifteen_minutes_to_the_second() {
    assertThat(reason("diskat")).isEqualTo("noted");
    household.clock.advance(Duration.ofMinutes(15).minusSeconds(1));
    assertThat(reason("dammsugit")).isEqualTo("cooldown");
    household.clock.advance(Duration.ofSeconds(1));
    assertThat(reason("dammsugit")).isEqualTo("noted");
  }

  @Test
  void of_ten_messages_at_once_one_gets_the_third_reply_of_the_day() throws Exception {
    at("08:00:00");
    reason("diskat");
    household.clock.advance(Duration.ofHours(1));
    reason("diskat");
    household.clock.advance(Duration.ofHours(1));
    assertThat(household.chat.sent).hasSize(2);
    var messages = new ArrayList<ReceivedMessage>();
    for (int i = 0; i < 10; i++) {
      messages.add(household.message("diskat"));
    }
    try (var workers = Executors.newFixedThreadPool(5)) {
      var calls = new ArrayList<Callable<Void>>();
      for (var message : messages) {
        calls.add(() -> {
          household.handle(message);
          return null;
        });
      }
      for (var done : workers.invokeAll(calls)) {
        done.get();
      }
    }
    assertThat(household.chat.sent).hasSize(3);
    assertThat(household.activities()).hasSize(12);
    household.clock.advance(Duration.ofHours(1));
    assertThat(reason("diskat")).isEqualTo("daily_cap");
  }

  @Test
  void a_fast_conversation_is_not_interrupted() {
    for (int i = 0; i < 3; i++) {
      household.handle(household.message(1000 + i, "2", "hej hej", Optional.empty()));
    }
    assertThat(reason("diskat")).isEqualTo("fast_conversation");
    household.clock.advance(Duration.ofSeconds(61));
    assertThat(reason("diskat")).isEqualTo("noted");
  }

  @Test
  void a_member_who_ignores_replies_gets_none() {
    household.store.run(
        Memory.UPDATE_PREFERENCE,
        new Memory.NewPreference(household.martin, "ignoreRate", 0.71, 9, Instant.EPOCH));
    assertThat(reason("diskat")).isEqualTo("ignored");
  }

  @Test
  void a_reaction_needs_no_permission() {
    household.chat.reacts = true;
    at("23:30:00");
    for (int i = 0; i < 5; i++) {
      assertThat(reason("diskat")).isEqualTo("noted");
    }
    assertThat(household.chat.sent).isEmpty();
    assertThat(household.chat.reactions).hasSize(5);
  }

  @Test
  void a_question_is_answered_at_night_without_a_sound_and_outside_the_cap() {
    household.martin("diskat");
    at("23:30:00");
    for (int i = 0; i < 5; i++) {
      assertThat(reason("vem diskade senast?")).isEqualTo("question");
    }
    assertThat(household.chat.sent).hasSize(6).last().isEqualTo("diskning: Martin, i dag 19:11");
    assertThat(household.chat.silent).last().isEqualTo(true);
  }

  @Test
  void silence_has_a_reason() {
    assertThat(reason("hej på er")).isEqualTo("none");
    assertThat(reason("jag tar disken sen")).isEqualTo("promise_noted");
  }

  @Test
  void what_is_unsure_is_asked_about_and_logged_once_it_is_confirmed() {
    try (var unsure =
        new TestHousehold(utterance ->
            utterance.text().equals("kört maskin")
                ? new Understood(
                    List.of(
                        new Act(
                            ActType.CHORE,
                            Optional.of("tvätt"),
                            Effort.medium,
                            0.6,
                            Optional.of(utterance.sender()),
                            utterance.at())),
                    Gate.OPEN)
                : Understood.NOTHING)) {
      for (int day = 0; day < 3; day++) {
        unsure.martin("kört maskin");
        assertThat(unsure.chat.sent).last().isEqualTo("Menade du tvätt?");
        assertThat(unsure.activities()).hasSize(day);
        unsure.martin("ja");
        assertThat(unsure.activities()).hasSize(day + 1);
        unsure.clock.advance(Duration.ofDays(1));
      }
      assertThat(unsure.aliases.reliable(TestHousehold.CHAT)).containsEntry("kört maskin", "tvätt");
    }
  }
}

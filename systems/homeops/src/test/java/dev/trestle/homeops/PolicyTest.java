package dev.trestle.homeops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.homeops.message.ReceivedMessage;
import dev.trestle.homeops.model.ActType;
import dev.trestle.homeops.model.Activities.Effort;
import dev.trestle.homeops.model.Decisions.Action;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.PreferenceMetric;
import dev.trestle.homeops.reply.Preferences;
import dev.trestle.homeops.reply.ResponsePolicy;
import dev.trestle.homeops.reply.ResponsePolicy.Verdict;
import dev.trestle.homeops.understanding.Act;
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
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** Asks the policy alone: before a reply is sent, no cooldown stops the others. */
  @Test
  void the_cap_at_two_lets_one_of_ten_through_when_five_workers_ask_at_once() throws Exception {
    var policy = new ResponsePolicy(household.store, new Preferences(household.store));
    for (int i = 0; i < 2; i++) {
      assertThat(policy.ask(wish(i)).allowed()).isTrue();
    }
    var together = new CyclicBarrier(5);
    try (var workers = Executors.newFixedThreadPool(5)) {
      var calls = new ArrayList<Callable<Verdict>>();
      for (int i = 0; i < 10; i++) {
        var wish = wish(10 + i);
        calls.add(() -> {
          together.await();
          return policy.ask(wish);
        });
      }
      var reasons = new ArrayList<String>();
      for (var done : workers.invokeAll(calls)) {
        reasons.add(done.get().reason());
      }
      assertThat(reasons).containsOnlyOnce("allowed");
      assertThat(reasons).filteredOn("daily_cap"::equals).hasSize(9);
    }
  }

  private ResponsePolicy.Wish wish(long number) {
    return new ResponsePolicy.Wish(
        TestHousehold.CHAT,
        new MessageNumber(number),
        household.martin,
        "Noterat ✓",
        household.clock.instant(),
        household.home().zone());
  }

  @Test
  void two_messages_of_others_in_a_minute_are_no_fast_conversation() {
    for (int i = 0; i < 2; i++) {
      household.handle(household.message(1000 + i, "2", "hej hej", Optional.empty()));
      household.handle(household.message("hej själv"));
    }
    assertThat(reason("diskat")).isEqualTo("noted");
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
        new Memory.NewPreference(
            household.martin, PreferenceMetric.ignoreRate, 0.71, 9, Instant.EPOCH));
    assertThat(reason("diskat")).isEqualTo("ignored");
  }

  @ParameterizedTest
  @CsvSource({"0.7, 20", "0.71, 9"})
  void seven_of_ten_ignored_or_too_few_replies_to_tell_keep_it_talking(double rate, long samples) {
    household.store.run(
        Memory.UPDATE_PREFERENCE,
        new Memory.NewPreference(
            household.martin, PreferenceMetric.ignoreRate, rate, samples - 1, Instant.EPOCH));
    assertThat(reason("diskat")).isEqualTo("noted");
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

  /** Is as sure as this of a chore in every message that begins with "kört maskin". */
  private static TestHousehold sure(double confidence) {
    return new TestHousehold(utterance ->
        utterance.text().contains("kört maskin")
            ? new Understood(
                List.of(
                    new Act(
                        ActType.chore,
                        Optional.of("tvätt"),
                        Effort.medium,
                        confidence,
                        Optional.of(utterance.sender()),
                        utterance.at())),
                Gate.OPEN)
            : Understood.NOTHING);
  }

  @ParameterizedTest
  @CsvSource({
    "0.85, noted, 1",
    "0.8499, unsure, 0",
    "0.5, unsure, 0",
    "0.4999, confidence, 0",
  })
  void it_notes_from_085_on_asks_from_05_on_and_else_keeps_silent(
      double confidence, String reason, int logged) {
    try (var family = sure(confidence)) {
      assertThat(family.decision(family.martin("kört maskin")).reason()).isEqualTo(reason);
      assertThat(family.activities()).hasSize(logged);
    }
  }

  @Test
  void whoever_addresses_it_is_asked_what_they_meant_however_unsure_it_is() {
    try (var family = sure(0.1)) {
      assertThat(family.decision(family.martin("kört maskin")).reason()).isEqualTo("confidence");
      family.martin("HomeOps, kört maskin");
      assertThat(family.chat.sent).containsExactly("Menade du tvätt?");
      assertThat(family.activities()).isEmpty();
      family.martin("ja");
      assertThat(family.activities()).hasSize(1);
    }
  }

  @Test
  void what_is_unsure_is_asked_about_and_logged_once_it_is_confirmed() {
    try (var unsure = sure(0.6)) {
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

  @Test
  void what_was_confirmed_stays_while_an_edited_message_still_says_it() {
    try (var family = sure(0.6)) {
      var report = family.martin("kört maskin");
      family.martin("ja");
      family.clock.advance(Duration.ofMinutes(1));
      family.handle(family.edited(report, "kört maskin nu"));
      assertThat(family.activities()).hasSize(1);
      family.clock.advance(Duration.ofMinutes(1));
      family.handle(family.edited(report, "det är kallt ute"));
      assertThat(family.activities()).isEmpty();
    }
  }

  @Test
  void what_was_confirmed_is_marked_where_the_chat_has_marks() {
    try (var family = sure(0.6)) {
      family.chat.reacts = true;
      var report = family.martin("kört maskin");
      assertThat(family.chat.reactions).isEmpty();
      var yes = family.martin("ja");
      assertThat(family.chat.reactions).containsExactly(report.messageId());
      assertThat(family.decision(yes).action()).isEqualTo(Action.react);
      assertThat(family.decision(yes).reason()).isEqualTo("confirmed");
    }
  }

  @Test
  void a_question_to_it_that_it_does_not_understand_gets_help_at_any_hour() {
    at("23:30:00");
    assertThat(reason("HomeOps, vad kan du egentligen?")).isEqualTo("help");
    assertThat(household.chat.sent).last().asString().startsWith("Jag noterar vad ni har gjort.");
    assertThat(household.chat.silent).last().isEqualTo(true);
    assertThat(reason("vad gör ni egentligen?")).isEqualTo("none");
    assertThat(reason("tack HomeOps")).isEqualTo("none");
    assertThat(household.chat.sent).hasSize(1);
  }

  @Test
  void every_decision_has_the_verdict_of_each_step() {
    household.chat.reacts = true;
    assertThat(steps("diskat"))
        .containsExactly("understood: pass", "confidence: pass", "logged: pass", "learned: pass");
    assertThat(steps("hej på er")).containsExactly("understood: silent");
    assertThat(steps("jag tar disken sen")).containsExactly("understood: pass", "promised: pass");
    household.chat.reacts = false;
    assertThat(steps("diskat"))
        .contains("logged: pass", "quiet_hours: pass", "cooldown: pass", "daily_cap: pass");
  }

  private List<String> steps(String text) {
    return household.decision(household.martin(text)).steps();
  }

  /** The claim is there, the reply is not: to send it now could send it twice. */
  @Test
  void a_claim_that_a_crash_left_behind_is_not_explained_as_the_cap() {
    var policy = new ResponsePolicy(household.store, new Preferences(household.store));
    assertThat(policy.ask(wish(1)).reason()).isEqualTo("allowed");
    assertThat(policy.ask(wish(1)).reason()).isEqualTo("interrupted");
  }

  @Test
  void a_reply_that_could_not_be_sent_neither_starts_the_cooldown_nor_counts_as_ignored() {
    household.chat.broken = true;
    assertThat(reason("diskat")).isEqualTo("send_failed");
    household.chat.broken = false;
    household.clock.advance(Duration.ofMinutes(1));
    assertThat(reason("dammsugit")).isEqualTo("noted");
    var learned =
        household.store.run(Memory.PREFERENCES_OF_USER, new Memory.OfUser(household.martin));
    assertThat(learned.items()).isEmpty();
  }
}

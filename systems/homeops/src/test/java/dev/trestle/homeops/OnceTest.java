package dev.trestle.homeops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.household.NewHousehold;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.HouseholdLanguage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A message that comes twice, late or after a crash counts once. */
class OnceTest {
  private final TestHousehold household = new TestHousehold();

  @AfterEach
  void close() {
    household.close();
  }

  private void assertCountedOnce() {
    assertThat(household.activities()).hasSize(1);
    assertThat(household.habit("diskning").orElseThrow().totalCount()).isEqualTo(1);
    assertThat(household.effort("diskning").orElseThrow().samples()).isEqualTo(1);
    assertThat(household.messages()).hasSize(1);
  }

  @Test
  void one_message_twenty_times_at_once_counts_once() throws Exception {
    var message = household.message("diskat");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls = new ArrayList<Callable<Void>>();
      for (int i = 0; i < 20; i++) {
        calls.add(() -> {
          household.handle(message);
          return null;
        });
      }
      for (var done : threads.invokeAll(calls)) {
        done.get();
      }
    }
    assertCountedOnce();
    assertThat(household.chat.sent).containsExactly("Noterat ✓");
  }

  @Test
  void a_chat_whose_first_messages_come_at_once_gets_one_household() throws Exception {
    var wanted =
        new NewHousehold(
            "Hemma",
            "Europe/Stockholm",
            HouseholdLanguage.sv,
            TestHousehold.SOURCE,
            Optional.of(new ChatId("-77")));
    var memberships = new HashSet<List<Object>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls = new ArrayList<Callable<HouseholdDirectory.Membership>>();
      for (int i = 0; i < 20; i++) {
        calls.add(() -> household.directory.create(wanted, TestHousehold.person("1"), "Martin"));
      }
      for (var done : threads.invokeAll(calls)) {
        memberships.add(List.of(done.get().home().id(), done.get().member()));
      }
    }
    assertThat(memberships).hasSize(1);
    assertThat(household.directory.of(TestHousehold.person("1")))
        .extracting(membership -> membership.home().id())
        .containsExactlyInAnyOrder(
            household.home().id(),
            household.directory.ofChat(new ChatId("-77")).orElseThrow().id());
  }

  @Test
  void messages_out_of_order_and_again_count_once_each() {
    var first = household.message("diskat");
    household.clock.advance(Duration.ofSeconds(5));
    var second = household.message("diskat igen nu, diskade kastrullerna");
    for (var message : List.of(second, first, second, first)) {
      household.handle(message);
    }
    assertThat(household.activities()).hasSize(2);
    assertThat(household.habit("diskning").orElseThrow().totalCount()).isEqualTo(2);
    assertThat(household.effort("diskning").orElseThrow().samples()).isEqualTo(2);
    assertThat(household.messages()).hasSize(2);
  }

  @Test
  void a_crash_after_any_step_neither_loses_nor_doubles_anything() {
    var steps = new ArrayList<String>();
    household.reached.set(steps::add);
    household.martin("dammsugit");
    assertThat(steps)
        .containsExactly(
            "stored",
            "classified",
            "activity",
            "effort",
            "habit",
            "promise",
            "promises",
            "decided");
    for (var step : steps) {
      try (var fresh = new TestHousehold()) {
        var message = fresh.message("diskat");
        fresh.reached.set(reached -> {
          if (reached.equals(step)) {
            throw new StackOverflowError("a crash after " + step);
          }
        });
        assertThatThrownBy(() -> fresh.handle(message)).isInstanceOf(StackOverflowError.class);
        fresh.reached.set(_ -> {});
        fresh.handle(message);
        fresh.handle(message);
        assertThat(fresh.activities()).as(step).hasSize(1);
        assertThat(fresh.habit("diskning").orElseThrow().totalCount()).as(step).isEqualTo(1);
        assertThat(fresh.effort("diskning").orElseThrow().samples()).as(step).isEqualTo(1);
        assertThat(fresh.chat.sent).as(step).hasSizeLessThanOrEqualTo(1);
      }
    }
  }

  /** The reply is begun before it is sent, so that a crash may lose it. */
  @ParameterizedTest
  @CsvSource({
    "jag tar disken sen,           PROMISE#",
    "ångra,                        SETTINGS",
    "'nej, jag menade tvätt',      ALIAS#",
    "dammsugit,                    PATTERN#",
  })
  void a_crash_after_any_step_of_any_message_comes_to_the_same_end(String text, String record) {
    var undisturbed = end(text, "");
    for (var step : List.of("stored", "classified", "activity", "effort", "promises", "decided")) {
      assertThat(end(text, step)).as(step + " of " + text).isEqualTo(undisturbed);
    }
    assertThat(undisturbed.keySet().toString()).contains(record);
  }

  /** All that is known after "diskat" and this message, which is handled until it succeeds. */
  private static Map<String, Map<String, AttributeValue>> end(String text, String crashAfter) {
    try (var family = new TestHousehold()) {
      family.chat.reacts = true;
      family.martin("diskat");
      family.clock.advance(Duration.ofMinutes(1));
      var message = family.message(text);
      family.reached.set(reached -> {
        if (reached.equals(crashAfter)) {
          throw new StackOverflowError("a crash after " + crashAfter);
        }
      });
      try {
        family.handle(message);
      } catch (StackOverflowError crash) {
        family.reached.set(_ -> {});
        family.handle(message);
      }
      family.handle(message);
      return family.dump();
    }
  }

  @Test
  void a_message_that_was_undone_stays_undone_when_it_comes_again() {
    var message = household.martin("diskat");
    household.log.undo(
        TestHousehold.CHAT,
        household.activities().getFirst().activityId(),
        household.home().zone());
    household.handle(message);
    assertThat(household.activities()).isEmpty();
  }

  @Test
  void an_edited_message_changes_what_it_logged_and_doubles_nothing() {
    var message = household.martin("diskat");
    household.clock.advance(Duration.ofMinutes(1));
    var edited = household.edited(message, "dammsugit");
    household.handle(edited);
    household.handle(message);
    household.handle(edited);
    assertThat(household.activities())
        .extracting(activity -> activity.activity())
        .containsExactly("dammsugning");
    assertThat(household.habit("diskning")).isEmpty();
    household.clock.advance(Duration.ofMinutes(1));
    household.handle(household.edited(message, "det är kallt ute"));
    assertThat(household.activities()).isEmpty();
    assertThat(household.habit("dammsugning")).isEmpty();
  }
}

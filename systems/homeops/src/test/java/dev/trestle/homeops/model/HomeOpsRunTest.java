package dev.trestle.homeops.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.store.Written;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the corrections are for, on the engine. */
final class HomeOpsRunTest {
  private final Trestle trestle = Trestle.inMemory();
  private final Store store = store();

  private Store store() {
    TableCreation.create(HomeOpsModel.MODEL, trestle.client(), "");
    var clock = Clock.fixed(NOW, ZoneOffset.UTC);
    return Store.of(HomeOpsModel.MODEL, trestle.client(), StoreOptions.standard().clock(clock));
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private static final Instant NOW = Instant.parse("2040-01-02T12:00:00Z");
  private static final String CHAT = "-1001234567890";
  private static final String ID = "01JCQZ8M5R3V7W9X1Y2Z3A4B5C";
  private static final Memory.OfHabit HABIT = new Memory.OfHabit(CHAT, 42, "diskning");

  private Memory.Habit habit() {
    return store.run(Memory.H28, HABIT).orElseThrow();
  }

  private void begin() {
    var first =
        new Memory.Habit(
            CHAT, 42, "diskning", Map.of("mon", 1L), Map.of("8", 1L), 1, NOW, "first", NOW);
    store.run(Memory.FIRST, first);
  }

  private Written<Memory.Habit> count() {
    return store.run(
        Memory.H21,
        new Memory.Done(CHAT, 42, "diskning", "tue", "9", NOW.plus(Duration.ofDays(1)), ID));
  }

  @Test
  void a_habit_counts_a_repeated_message_once() {
    begin();
    assertThat(count()).isInstanceOf(Written.Done.class);
    assertThat(count()).isInstanceOf(Written.Refused.class);
    assertThat(habit().totalCount()).isEqualTo(2);
    assertThat(habit().dayOfWeekCounts()).isEqualTo(Map.of("mon", 1L, "tue", 1L));
  }

  @Test
  void an_undone_activity_gives_the_habit_back_its_last_time() {
    begin();
    count();
    store.run(
        Activities.H31,
        new Activities.Activity(
            CHAT,
            ID,
            456,
            42,
            "Martin",
            Activities.Kind.chore,
            "diskning",
            Activities.Effort.medium,
            0.93,
            NOW.plus(Duration.ofDays(1)),
            NOW));
    var undoing =
        new Memory.Undoing(
            new Activities.OfActivity(CHAT, ID),
            new Memory.Undone(CHAT, 42, "diskning", "tue", "9", NOW));
    assertThat(store.run(Memory.UNDO, undoing).isDone()).isTrue();
    assertThat(habit().lastSeen()).isEqualTo(NOW);
    assertThat(habit().totalCount()).isEqualTo(1);
    assertThat(store.run(Activities.A3, new Activities.OfChat(CHAT)).items()).isEmpty();
  }

  @Test
  void the_fourth_answer_of_a_day_is_refused() {
    for (int i = 0; i < ResponseCounters.DAILY; i++) {
      assertThat(claim(i)).isInstanceOf(Written.Done.class);
    }
    assertThat(claim(9)).isInstanceOf(Written.Refused.class);
  }

  private Written<ResponseCounters.Counter> claim(int message) {
    return store.run(
        ResponseCounters.H33,
        new ResponseCounters.Claim(
            CHAT, "2026-02-17", String.valueOf(message), NOW.plus(Duration.ofDays(7))));
  }
}

package dev.trestle.homeops.model;

import static dev.trestle.homeops.model.HomeTable.GSI1;
import static dev.trestle.homeops.model.HomeTable.OF_HABITS;
import static dev.trestle.homeops.model.HomeTable.TABLE;
import static dev.trestle.homeops.model.Parts.ACTIVITY;
import static dev.trestle.homeops.model.Parts.ALIAS;
import static dev.trestle.homeops.model.Parts.CHAT;
import static dev.trestle.homeops.model.Parts.METRIC;
import static dev.trestle.homeops.model.Parts.USER;
import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.current;
import static dev.trestle.model.Conditions.entry;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perDay;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What the assistant has learned: words, effort, preferences, habits. */
public final class Memory {
  /** A word that a chat uses for an activity. */
  public record Alias(
      String chatId,
      String alias,
      String activity,
      long confirmations,
      String source,
      Optional<Long> learnedFrom,
      Instant updatedAt) {}

  /** How much an activity usually takes a member: a moving average. */
  public record Effort(long userId, String activity, double ema, long samples, Instant updatedAt) {}

  public record Preference(
      long userId, String metric, double value, long samples, Instant updatedAt) {}

  /**
   * When a member does an activity.
   *
   * @param lastCounted the activity counted last: a repeated message is not counted twice
   */
  public record Habit(
      String chatId,
      long userId,
      String activity,
      Map<String, Long> dayOfWeekCounts,
      Map<String, Long> hourOfDayCounts,
      long totalCount,
      Instant lastSeen,
      String lastCounted,
      Instant updatedAt) {}

  public static final Entity<Alias> ALIAS_OF =
      TABLE
          .entity(Alias.class, lookup())
          .partition(KeyTemplate.of("ALIAS#<chatId>", CHAT))
          .sort(ALIAS)
          .in(GSI1, KeyTemplate.of("ALIASES_BY_ACTIVITY#<chatId>", CHAT), ACTIVITY)
          .maxBytes(1024)
          .population(Population.of(100, 100))
          .example(
              new Alias(
                  Examples.CHAT,
                  "tvatten",
                  "tvätt",
                  3,
                  "learned",
                  Optional.of(456L),
                  Examples.NOW));

  public static final Entity<Effort> EFFORT =
      TABLE
          .entity(Effort.class, lookup())
          .partition(KeyTemplate.of("EFFORT#<userId>", USER))
          .sort(ACTIVITY)
          .population(Population.of(250, 50))
          .example(new Effort(Examples.MARTIN, "diskning", 1.7, 40, Examples.NOW));

  public static final Entity<Preference> PREFERENCE =
      TABLE
          .entity(Preference.class, lookup())
          .partition(KeyTemplate.of("PREF#<userId>", USER))
          .sort(METRIC)
          .population(Population.of(15, 3))
          .example(new Preference(Examples.MARTIN, "ignoreRate", 0.2, 31, Examples.NOW));

  public static final Entity<Habit> HABIT =
      TABLE
          .entity(Habit.class, lookup())
          .partition(OF_HABITS)
          .sort(ACTIVITY)
          .maxBytes(2048)
          .population(Population.of(250, 50))
          .example(
              new Habit(
                  Examples.CHAT,
                  Examples.MARTIN,
                  "diskning",
                  Map.of("mon", 5L, "tue", 2L, "sun", 7L),
                  Map.of("8", 4L, "19", 10L),
                  14,
                  Examples.NOW,
                  Examples.ULID,
                  Examples.NOW));

  public record OfChat(String chatId) {}

  public record OfUser(long userId) {}

  public record OfAlias(String chatId, String alias) {}

  public record OfActivity(String chatId, String activity) {}

  public record OfEffort(long userId, String activity) {}

  public record OfHabit(String chatId, long userId, String activity) {}

  public record HabitsOf(String chatId, long userId) {}

  public record NewEffort(long userId, String activity, double ema, long seen, Instant at) {}

  public record NewPreference(long userId, String metric, double value, long seen, Instant at) {}

  public record Done(
      String chatId,
      long userId,
      String activity,
      String day,
      String hour,
      Instant seen,
      String activityId) {}

  public static final Get<OfAlias, Alias> A6 =
      ALIAS_OF.get("A6", "by alias", OfAlias.class).load(perDay(0)).build();

  public static final Query<OfChat, Alias> H12 =
      ALIAS_OF
          .query("H12", "aliases of a user, that is of a chat", OfChat.class)
          .page(200)
          .typically(100)
          .load(perDay(0))
          .build();

  public static final Put<Alias, Alias> H14 =
      ALIAS_OF.put("H14", "put alias").load(perDay(0.5)).build();

  public static final Query<OfChat, Alias> H15 =
      ALIAS_OF
          .query("H15", "aliases of a chat", OfChat.class)
          .page(200)
          .typically(100)
          .load(perDay(200))
          .build();

  public static final Get<OfAlias, Alias> H16 =
      ALIAS_OF.get("H16", "one alias", OfAlias.class).load(perDay(1)).build();

  /** Refused if another sample came first; then it is read and averaged again. */
  public static final Update<NewEffort, Effort> H17 =
      EFFORT
          .update("H17", "update effort", NewEffort.class)
          .set(Effort::ema)
          .to(param(NewEffort::ema))
          .set(Effort::samples)
          .to(param(NewEffort::seen).plus(1L))
          .set(Effort::updatedAt)
          .to(param(NewEffort::at))
          .when(absent(Effort::samples).or(field(Effort::samples).is(param(NewEffort::seen))))
          .load(perDay(60))
          .build();

  public static final Get<OfEffort, Effort> H18 =
      EFFORT.get("H18", "effort", OfEffort.class).load(perDay(60)).build();

  public static final Update<NewPreference, Preference> H19 =
      PREFERENCE
          .update("H19", "update preference", NewPreference.class)
          .set(Preference::value)
          .to(param(NewPreference::value))
          .set(Preference::samples)
          .to(param(NewPreference::seen).plus(1L))
          .set(Preference::updatedAt)
          .to(param(NewPreference::at))
          .when(
              absent(Preference::samples)
                  .or(field(Preference::samples).is(param(NewPreference::seen))))
          .load(perDay(60))
          .build();

  public static final Query<OfUser, Preference> H20 =
      PREFERENCE
          .query("H20", "preferences", OfUser.class)
          .page(10)
          .typically(3)
          .load(perDay(60))
          .build();

  /** One atomic update in the steady state; the first time, {@link #FIRST} makes the item. */
  public static final Update<Done, Habit> H21 =
      HABIT
          .update("H21", "update habit", Done.class)
          .set(entry(Habit::dayOfWeekCounts, param(Done::day)))
          .to(entry(Habit::dayOfWeekCounts, param(Done::day)).orElse(0L).plus(1L))
          .set(entry(Habit::hourOfDayCounts, param(Done::hour)))
          .to(entry(Habit::hourOfDayCounts, param(Done::hour)).orElse(0L).plus(1L))
          .set(Habit::totalCount)
          .to(current(Habit::totalCount).plus(1L))
          .set(Habit::lastSeen)
          .to(param(Done::seen))
          .set(Habit::lastCounted)
          .to(param(Done::activityId))
          .set(Habit::updatedAt)
          .to(param(Done::seen))
          .when(field(Habit::lastCounted).isNot(param(Done::activityId)))
          .load(perDay(60))
          .build();

  public static final Put<Habit, Habit> FIRST =
      HABIT.put("habit.first", "a habit's first time").ifAbsent().load(perDay(1)).build();

  public static final Get<OfHabit, Habit> H22 =
      HABIT.get("H22", "habit", OfHabit.class).load(perDay(5)).build();

  public static final Query<HabitsOf, Habit> H23 =
      HABIT
          .query("H23", "habits of a user", HabitsOf.class)
          .page(50)
          .typically(20)
          .load(perDay(5))
          .build();

  public static final Query<OfActivity, Alias> H26 =
      ALIAS_OF
          .index(GSI1)
          .query("H26", "aliases of an activity", OfActivity.class)
          .page(50)
          .typically(5)
          .load(perDay(0.5))
          .build();

  /** Read from the habit: a filtered search of the latest few can miss. */
  public static final Get<OfHabit, Habit> H28 =
      HABIT.get("H28", "when did U last do it", OfHabit.class).load(perDay(5)).build();

  private Memory() {}
}

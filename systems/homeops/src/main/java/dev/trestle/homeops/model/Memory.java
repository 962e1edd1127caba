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
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perDay;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the assistant has learned: words, effort, preferences, habits. */
public final class Memory {
  /**
   * A word that a chat uses for an activity.
   *
   * @param learnedFrom the message it was last learned from, if its chat still numbers it so
   * @param by the member who taught it; a short name, since all words of a chat are read at once
   */
  public record Alias(
      ChatId chatId,
      String alias,
      String activity,
      long confirmations,
      AliasSource source,
      Optional<MessageNumber> learnedFrom,
      Optional<MemberId> by,
      Instant updatedAt) {}

  /**
   * How much effort an activity usually is for a member, as a moving average.
   *
   * @param base the average of the samples before the recent ones
   * @param recent the last samples, each as the mark of its activity and a digit
   */
  public record Effort(
      MemberId userId,
      String activity,
      double ema,
      long samples,
      Optional<Double> base,
      List<String> recent,
      long version) {}

  public record Preference(
      MemberId userId, PreferenceMetric metric, double value, long samples, Instant updatedAt) {}

  /**
   * When a member does an activity.
   *
   * @param recent marks of the activities counted last: a repeated one is not counted twice
   */
  public record Habit(
      ChatId chatId,
      MemberId userId,
      String activity,
      Map<String, Long> dayOfWeekCounts,
      Map<String, Long> hourOfDayCounts,
      long totalCount,
      Instant lastSeen,
      List<String> recent,
      long version) {}

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
                  AliasSource.learned,
                  Optional.of(Examples.MESSAGE),
                  Optional.of(Examples.MARTIN),
                  Examples.NOW));

  public static final Entity<Effort> EFFORT =
      TABLE
          .entity(Effort.class, lookup())
          .partition(KeyTemplate.of("EFFORT#<userId>", USER))
          .sort(ACTIVITY)
          .version(Effort::version)
          .maxBytes(1024)
          .population(Population.of(250, 50))
          .example(
              new Effort(
                  Examples.MARTIN,
                  "diskning",
                  1.7,
                  40,
                  Optional.of(1.5),
                  List.of("X1Y2Z3A4B52", "X1Y2Z3A4B61"),
                  40));

  public static final Entity<Preference> PREFERENCE =
      TABLE
          .entity(Preference.class, lookup())
          .partition(KeyTemplate.of("PREF#<userId>", USER))
          .sort(METRIC)
          .population(Population.of(15, 3))
          .example(
              new Preference(Examples.MARTIN, PreferenceMetric.ignoreRate, 0.2, 31, Examples.NOW));

  public static final Entity<Habit> HABIT =
      TABLE
          .entity(Habit.class, lookup())
          .partition(OF_HABITS)
          .sort(ACTIVITY)
          .version(Habit::version)
          .maxBytes(1024)
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
                  List.of("X1Y2Z3A4B5", "X1Y2Z3A4B6"),
                  14));

  public record OfChat(ChatId chatId) {}

  public record OfUser(MemberId userId) {}

  public record OfAlias(ChatId chatId, String alias) {}

  public record OfActivity(ChatId chatId, String activity) {}

  public record OfEffort(MemberId userId, String activity) {}

  public record OfHabit(ChatId chatId, MemberId userId, String activity) {}

  public record HabitsOf(ChatId chatId, MemberId userId) {}

  public record NewPreference(
      MemberId userId, PreferenceMetric metric, double value, long seen, Instant at) {}

  public static final Get<OfAlias, Alias> ACTIVITY_BY_ALIAS =
      ALIAS_OF.get("A6", "by alias", OfAlias.class).load(perDay(0)).build();

  public static final Query<OfChat, Alias> ALIASES_OF_USER =
      ALIAS_OF
          .query("H12", "aliases of a user, that is of a chat", OfChat.class)
          .page(200)
          .typically(100)
          .load(perDay(0))
          .build();

  public static final Put<Alias, Alias> SAVE_ALIAS =
      ALIAS_OF.put("H14", "put alias").load(perDay(0.5)).build();

  public static final Delete<OfAlias, Alias> REMOVE_ALIAS =
      ALIAS_OF.delete("alias.remove", "forget an alias", OfAlias.class).load(perDay(0.1)).build();

  public static final Query<OfChat, Alias> ALIASES_OF_CHAT =
      ALIAS_OF
          .query("H15", "aliases of a chat", OfChat.class)
          .page(200)
          .typically(100)
          .load(perDay(200))
          .build();

  public static final Get<OfAlias, Alias> FIND_ALIAS =
      ALIAS_OF.get("H16", "one alias", OfAlias.class).load(perDay(1)).build();

  /** Refused if another sample came first; then it is read and averaged again. */
  public static final Put<Effort, Effort> UPDATE_EFFORT =
      EFFORT.put("H17", "update effort").load(perDay(60)).build();

  public static final Get<OfEffort, Effort> FIND_EFFORT =
      EFFORT.get("H18", "effort", OfEffort.class).load(perDay(60)).build();

  public static final Query<OfUser, Effort> EFFORTS_OF_USER =
      EFFORT
          .query("effort.list", "a member's efforts", OfUser.class)
          .page(100)
          .typically(20)
          .load(perDay(2))
          .build();

  public static final Update<NewPreference, Preference> UPDATE_PREFERENCE =
      PREFERENCE
          .upsert("H19", "update preference", NewPreference.class)
          .set(Preference::value)
          .to(param(NewPreference::value))
          .set(Preference::samples)
          .to(param(NewPreference::seen).plus(1L))
          .set(Preference::updatedAt)
          .to(param(NewPreference::at))
          .when(
              absent(Preference::samples)
                  .or(field(Preference::samples).is(param(NewPreference::seen))))
          .load(perDay(3))
          .build();

  public static final Query<OfUser, Preference> PREFERENCES_OF_USER =
      PREFERENCE
          .query("H20", "preferences", OfUser.class)
          .page(10)
          .typically(3)
          .load(perDay(60))
          .build();

  public record OfPreference(MemberId userId, PreferenceMetric metric) {}

  public static final Delete<OfPreference, Preference> REMOVE_PREFERENCE =
      PREFERENCE
          .delete("preference.remove", "forget a preference", OfPreference.class)
          .load(perDay(0.001))
          .build();

  /** Refused if the habit was changed meanwhile; then it is read and counted again. */
  public static final Put<Habit, Habit> UPDATE_HABIT =
      HABIT.put("H21", "update habit").load(perDay(60)).build();

  public static final Get<OfHabit, Habit> FIND_HABIT =
      HABIT.get("H22", "habit", OfHabit.class).load(perDay(60)).build();

  public static final Query<HabitsOf, Habit> HABITS_OF_USER =
      HABIT
          .query("H23", "habits of a user", HabitsOf.class)
          .page(50)
          .typically(20)
          .load(perDay(5))
          .build();

  public static final Query<OfActivity, Alias> ALIASES_OF_ACTIVITY =
      ALIAS_OF
          .index(GSI1)
          .query("H26", "aliases of an activity", OfActivity.class)
          .page(50)
          .typically(5)
          .load(perDay(0.5))
          .build();

  /** Read from the habit: a filtered search of the latest few can miss. */
  public static final Get<OfHabit, Habit> LAST_DONE_BY_USER =
      HABIT.get("H28", "when did U last do it", OfHabit.class).load(perDay(5)).build();

  public record HabitSeen(ChatId chatId, MemberId userId, String activity, long version) {}

  public record EffortSeen(MemberId userId, String activity, long version) {}

  public static final Delete<HabitSeen, Habit> REMOVE_HABIT =
      HABIT
          .delete("habit.remove", "the habit's only time is gone", HabitSeen.class)
          .load(perDay(0.01))
          .build();

  public static final Delete<EffortSeen, Effort> REMOVE_EFFORT =
      EFFORT
          .delete("effort.remove", "the only sample is gone", EffortSeen.class)
          .load(perDay(0.01))
          .build();

  /** The changes of an undo. A record whose last count is removed is deleted, others are saved. */
  public record Undoing(
      Activities.OfActivity activity,
      Optional<Habit> habit,
      Optional<HabitSeen> lastHabit,
      Optional<Effort> effort,
      Optional<EffortSeen> lastEffort,
      Optional<Promises.Promise> promise) {}

  public static final Transaction<Undoing> UNDO_ACTIVITY =
      Transaction.of("activity.undo", "undo an activity", Undoing.class, lookup())
          .step(Activities.REMOVE, Undoing::activity)
          .maybe(UPDATE_HABIT, Undoing::habit)
          .maybe(REMOVE_HABIT, Undoing::lastHabit)
          .maybe(UPDATE_EFFORT, Undoing::effort)
          .maybe(REMOVE_EFFORT, Undoing::lastEffort)
          .maybe(Promises.SAVE, Undoing::promise)
          .load(perDay(1))
          .build();

  /** The changes of a correction: what the activity was counted as, and what it counts as now. */
  public record Correcting(
      Activities.Replacement activity,
      List<Habit> habits,
      Optional<HabitSeen> lastHabit,
      List<Effort> efforts,
      Optional<EffortSeen> lastEffort,
      List<Promises.Promise> promises) {}

  public static final Transaction<Correcting> CORRECT_ACTIVITY =
      Transaction.of("activity.correct", "correct an activity", Correcting.class, lookup())
          .step(Activities.REPLACE, Correcting::activity)
          .each(UPDATE_HABIT, Correcting::habits, 2)
          .maybe(REMOVE_HABIT, Correcting::lastHabit)
          .each(UPDATE_EFFORT, Correcting::efforts, 2)
          .maybe(REMOVE_EFFORT, Correcting::lastEffort)
          .each(Promises.SAVE, Correcting::promises, 2, 0)
          .load(perDay(0.5))
          .build();

  /** A habit that follows its chat. */
  public record MovingHabit(Habit to, HabitSeen from) {}

  public static final Transaction<MovingHabit> MOVE_HABIT =
      Transaction.of("habit.move", "a habit follows its chat", MovingHabit.class, lookup())
          .step(UPDATE_HABIT, MovingHabit::to)
          .step(REMOVE_HABIT, MovingHabit::from)
          .load(perDay(0.001))
          .build();

  private Memory() {}
}

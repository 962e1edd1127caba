package dev.trestle.homeops.activity;

import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.model.Activities;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.Memory.Effort;
import dev.trestle.homeops.model.Memory.Habit;
import dev.trestle.store.Store;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Learns from activities: when a member does something, and how much effort it is. Habits and
 * efforts remember the activities counted last, so that each is counted once, and an undo restores
 * exactly the state before.
 */
final class Learning {
  /** The weight of a new sample in the moving average of effort. */
  static final double EFFORT_ALPHA = 0.3;

  /** How many counted activities are remembered. */
  static final int RECENT_MAX = 32;

  private static final int ATTEMPTS_MAX = 20;

  private final Store store;
  private final Function<ChatId, List<ChatId>> chats;

  /**
   * Creates the learning.
   *
   * @param chats all chats of the household that a chat belongs to, the one in use first
   */
  Learning(Store store, Function<ChatId, List<ChatId>> chats) {
    this.store = store;
    this.chats = chats;
  }

  void learnHabit(Activity activity, ZoneId zone) {
    retry(() -> {
      var habit = habit(activity);
      var mark = ActivityIds.mark(activity.activityId());
      if (habit.map(Habit::recent).orElse(List.of()).contains(mark)) {
        return true;
      }
      return store.run(Memory.UPDATE_HABIT, counted(habit, activity, mark, zone)).isDone();
    });
  }

  void learnEffort(Activity activity) {
    retry(() -> {
      var effort = effort(activity);
      var mark = ActivityIds.mark(activity.activityId());
      if (effort.stream().flatMap(e -> e.recent().stream()).anyMatch(s -> s.startsWith(mark))) {
        return true;
      }
      return store.run(Memory.UPDATE_EFFORT, sampled(effort, activity, mark)).isDone();
    });
  }

  Optional<Habit> habit(Activity activity) {
    return store.run(
        Memory.FIND_HABIT,
        new Memory.OfHabit(chat(activity), activity.userId(), activity.activity()));
  }

  /** Habits follow a household from chat to chat; activities do not. */
  private ChatId chat(Activity activity) {
    return chats.apply(activity.chatId()).getFirst();
  }

  Optional<Effort> effort(Activity activity) {
    return store.run(
        Memory.FIND_EFFORT, new Memory.OfEffort(activity.userId(), activity.activity()));
  }

  private static void retry(BooleanSupplier attempt) {
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      if (attempt.getAsBoolean()) {
        return;
      }
    }
    throw new Refusal.Busy();
  }

  /** The habit with an activity that it has not counted. */
  Habit counted(Optional<Habit> habit, Activity activity, ZoneId zone) {
    return counted(habit, activity, ActivityIds.mark(activity.activityId()), zone);
  }

  private Habit counted(Optional<Habit> habit, Activity activity, String mark, ZoneId zone) {
    var seen = activity.timestamp();
    var recent = new ArrayList<>(habit.map(Habit::recent).orElse(List.of()));
    recent.add(mark);
    if (recent.size() > RECENT_MAX) {
      recent.removeFirst();
    }
    return new Habit(
        chat(activity),
        activity.userId(),
        activity.activity(),
        plus(habit.map(Habit::dayOfWeekCounts).orElse(Map.of()), day(seen, zone), 1),
        plus(habit.map(Habit::hourOfDayCounts).orElse(Map.of()), hour(seen, zone), 1),
        habit.map(Habit::totalCount).orElse(0L) + 1,
        habit
            .filter(before -> before.totalCount() > 0)
            .map(Habit::lastSeen)
            .filter(seen::isBefore)
            .orElse(seen),
        recent,
        habit.map(Habit::version).orElse(0L));
  }

  /** The habit without an activity that it has counted; empty if it never counted it. */
  Optional<Habit> withoutHabit(Habit habit, Activity activity, ZoneId zone) {
    var mark = ActivityIds.mark(activity.activityId());
    if (!habit.recent().contains(mark) && habit.totalCount() <= habit.recent().size()) {
      return Optional.empty();
    }
    var recent = new ArrayList<>(habit.recent());
    recent.remove(mark);
    return Optional.of(
        new Habit(
            habit.chatId(),
            habit.userId(),
            habit.activity(),
            plus(habit.dayOfWeekCounts(), day(activity.timestamp(), zone), -1),
            plus(habit.hourOfDayCounts(), hour(activity.timestamp(), zone), -1),
            habit.totalCount() - 1,
            habit.lastSeen().equals(activity.timestamp())
                ? lastSeenWithout(activity).orElse(habit.lastSeen())
                : habit.lastSeen(),
            recent,
            habit.version()));
  }

  private Optional<Instant> lastSeenWithout(Activity activity) {
    return chats.apply(activity.chatId()).stream()
        .map(chat -> new Activities.LatestOf(chat, activity.activity(), activity.userId()))
        .flatMap(latest -> store.run(Activities.LATEST_BY_USER, latest).items().stream())
        .filter(other -> !other.activityId().equals(activity.activityId()))
        .map(Activity::timestamp)
        .max(Comparator.naturalOrder());
  }

  /** The effort with the sample of an activity that it has not counted. */
  static Effort sampled(Optional<Effort> effort, Activity activity) {
    return sampled(effort, activity, ActivityIds.mark(activity.activityId()));
  }

  /** The effort with another value for an activity; empty if it no longer knows the activity. */
  static Optional<Effort> resampled(Effort effort, Activity activity) {
    var mark = ActivityIds.mark(activity.activityId());
    var recent = new ArrayList<>(effort.recent());
    recent.replaceAll(
        sample -> sample.startsWith(mark) ? mark + activity.effort().weight() : sample);
    if (recent.equals(effort.recent())) {
      return Optional.empty();
    }
    return Optional.of(
        new Effort(
            effort.userId(),
            effort.activity(),
            average(effort.base(), recent),
            effort.samples(),
            effort.base(),
            recent,
            effort.version()));
  }

  private static Effort sampled(Optional<Effort> effort, Activity activity, String mark) {
    var recent = new ArrayList<>(effort.map(Effort::recent).orElse(List.of()));
    var base = effort.flatMap(Effort::base);
    recent.add(mark + activity.effort().weight());
    if (recent.size() > RECENT_MAX) {
      base = Optional.of(average(base, List.of(recent.removeFirst())));
    }
    return new Effort(
        activity.userId(),
        activity.activity(),
        average(base, recent),
        effort.map(Effort::samples).orElse(0L) + 1,
        base,
        recent,
        effort.map(Effort::version).orElse(0L));
  }

  /** The effort without an activity's sample; empty if it has none. */
  static Optional<Effort> withoutEffort(Effort effort, Activity activity) {
    var mark = ActivityIds.mark(activity.activityId());
    var recent = new ArrayList<>(effort.recent());
    boolean removed = recent.removeIf(sample -> sample.startsWith(mark));
    if (!removed && effort.samples() <= recent.size()) {
      return Optional.empty();
    }
    boolean empty = recent.isEmpty() && effort.base().isEmpty();
    return Optional.of(
        new Effort(
            effort.userId(),
            effort.activity(),
            empty ? 0 : average(effort.base(), recent),
            effort.samples() - 1,
            effort.base(),
            recent,
            effort.version()));
  }

  private static double average(Optional<Double> base, List<String> samples) {
    double ema = base.orElse(Double.NaN);
    for (var sample : samples) {
      int value = sample.charAt(sample.length() - 1) - '0';
      ema = Double.isNaN(ema) ? value : EFFORT_ALPHA * value + (1 - EFFORT_ALPHA) * ema;
    }
    return ema;
  }

  private static Map<String, Long> plus(Map<String, Long> counts, String key, long change) {
    var changed = new TreeMap<>(counts);
    changed.merge(key, change, Long::sum);
    changed.values().removeIf(count -> count <= 0);
    return changed;
  }

  private static String day(Instant time, ZoneId zone) {
    DayOfWeek day = time.atZone(zone).getDayOfWeek();
    return day.name().substring(0, 3).toLowerCase(Locale.ROOT);
  }

  private static String hour(Instant time, ZoneId zone) {
    return String.valueOf(time.atZone(zone).getHour());
  }
}

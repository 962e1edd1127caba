package dev.trestle.homeops.activity;

import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.model.Activities;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.ActivityId;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.Memory.Effort;
import dev.trestle.homeops.model.Memory.Habit;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.understanding.Vocabulary;
import dev.trestle.store.Store;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Writes, corrects and undoes activities, with everything that follows from them. */
public final class ActivityLog {
  private static final int ATTEMPTS_MAX = 20;

  private final Store store;
  private final Learning learning;
  private final PromiseKeeper promises;

  /**
   * Creates the log.
   *
   * @param chats all chats of the household that a chat belongs to, the one in use first
   */
  public ActivityLog(Store store, PromiseKeeper promises, Function<ChatId, List<ChatId>> chats) {
    this.store = store;
    this.promises = promises;
    this.learning = new Learning(store, chats);
  }

  /** The changes to an activity. */
  public record Correction(
      Optional<String> activity,
      Optional<MemberId> member,
      Optional<Instant> at,
      Optional<Activities.Effort> effort) {}

  /** Logs an activity. Repeating it has no effect. */
  public void save(Activity activity) {
    store.run(Activities.SAVE, activity);
  }

  /**
   * Learns from an activity: effort, habit, and the promise that it keeps. Repeating it has no
   * effect. If one of them fails, the others are still learned.
   *
   * @param reached called after each step
   * @throws RuntimeException the first failure, after all were tried
   */
  public void learn(Activity activity, ZoneId zone, Consumer<String> reached) {
    var failures = new Failures();
    failures.attempt(() -> learning.learnEffort(activity));
    reached.accept("effort");
    failures.attempt(() -> learning.learnHabit(activity, zone));
    reached.accept("habit");
    failures.attempt(() -> promises.fulfil(activity));
    reached.accept("promise");
    failures.throwFirst();
  }

  public Optional<Activity> find(ChatId chatId, ActivityId activityId) {
    return store.run(Activities.FIND, new Activities.OfActivity(chatId, activityId));
  }

  /** The activities that a message reported. */
  public List<Activity> ofMessage(ChatId chatId, MessageNumber messageId, Instant at) {
    return store.run(Activities.BETWEEN_IDS, ActivityIds.ofMessage(chatId, at)).items().stream()
        .filter(activity -> activity.messageId().equals(messageId))
        .toList();
  }

  /** The latest activities of a chat. */
  public List<Activity> recent(ChatId chatId) {
    return store.run(Activities.RECENT, new Activities.OfChat(chatId)).items();
  }

  /**
   * Undoes an activity: log, habit, effort and the promise it fulfilled, in one transaction.
   *
   * @return the activity; empty if it was undone before
   */
  public Optional<Activity> undo(ChatId chatId, ActivityId activityId, ZoneId zone) {
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      var activity = find(chatId, activityId);
      if (activity.isEmpty()) {
        return Optional.empty();
      }
      if (store.run(Memory.UNDO_ACTIVITY, undoing(activity.get(), zone)).isDone()) {
        return activity;
      }
    }
    throw new Refusal.Busy();
  }

  private Memory.Undoing undoing(Activity activity, ZoneId zone) {
    var habit =
        learning.habit(activity).flatMap(before -> learning.withoutHabit(before, activity, zone));
    var effort =
        learning.effort(activity).flatMap(before -> Learning.withoutEffort(before, activity));
    return new Memory.Undoing(
        new Activities.OfActivity(activity.chatId(), activity.activityId()),
        habit.filter(after -> after.totalCount() > 0),
        habit.filter(after -> after.totalCount() == 0).map(ActivityLog::seen),
        effort.filter(after -> after.samples() > 0),
        effort.filter(after -> after.samples() == 0).map(ActivityLog::seen),
        promises.reopened(activity));
  }

  private static Memory.HabitSeen seen(Habit habit) {
    return new Memory.HabitSeen(habit.chatId(), habit.userId(), habit.activity(), habit.version());
  }

  private static Memory.EffortSeen seen(Effort effort) {
    return new Memory.EffortSeen(effort.userId(), effort.activity(), effort.version());
  }

  /** An activity that was corrected. */
  public record Corrected(Activity before, Activity after) {
    /** When it was said to have happened, before and now. */
    public List<Instant> times() {
      return List.of(before.timestamp(), after.timestamp());
    }
  }

  /**
   * Changes an activity, which keeps its id, and everything learned from it, in one transaction.
   *
   * @return the activity as it was and is; empty if there is none
   */
  public Optional<Corrected> correct(
      ChatId chatId, ActivityId activityId, Correction change, Names names, ZoneId zone) {
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      var before = find(chatId, activityId);
      if (before.isEmpty()) {
        return Optional.empty();
      }
      var after = corrected(before.get(), change, names);
      if (store.run(Memory.CORRECT_ACTIVITY, correcting(before.get(), after, zone)).isDone()) {
        return Optional.of(new Corrected(before.get(), after));
      }
    }
    throw new Refusal.Busy();
  }

  private Memory.Correcting correcting(Activity before, Activity after, ZoneId zone) {
    boolean same =
        before.userId().equals(after.userId()) && before.activity().equals(after.activity());
    var replacement = Activities.Replacement.of(before, after);
    var promised = promises.corrected(before, after);
    var habit = learning.habit(before);
    var effort = learning.effort(before);
    var without = habit.flatMap(counted -> learning.withoutHabit(counted, before, zone));
    if (same) {
      boolean moved = !before.timestamp().equals(after.timestamp());
      return new Memory.Correcting(
          replacement,
          without.stream()
              .filter(_ -> moved)
              .map(left -> learning.counted(Optional.of(left), after, zone))
              .toList(),
          Optional.empty(),
          effort.flatMap(sampled -> Learning.resampled(sampled, after)).stream().toList(),
          Optional.empty(),
          promised);
    }
    var unsampled = effort.flatMap(sampled -> Learning.withoutEffort(sampled, before));
    return new Memory.Correcting(
        replacement,
        Stream.concat(
                without.filter(left -> left.totalCount() > 0).stream(),
                Stream.of(learning.counted(learning.habit(after), after, zone)))
            .toList(),
        without.filter(left -> left.totalCount() == 0).map(ActivityLog::seen),
        Stream.concat(
                unsampled.filter(left -> left.samples() > 0).stream(),
                Stream.of(Learning.sampled(learning.effort(after), after)))
            .toList(),
        unsampled.filter(left -> left.samples() == 0).map(ActivityLog::seen),
        promised);
  }

  /** The names of a household's members. */
  @FunctionalInterface
  public interface Names {
    String of(MemberId member);
  }

  private static Activity corrected(Activity before, Correction change, Names names) {
    var name = change.activity().orElse(before.activity());
    var member = change.member().orElse(before.userId());
    return new Activity(
        before.chatId(),
        before.activityId(),
        before.messageId(),
        member,
        change.member().isPresent() ? names.of(member) : before.userName(),
        Vocabulary.kindOf(name),
        name,
        change.effort().orElse(before.effort()),
        1,
        change.at().orElse(before.timestamp()),
        before.createdAt());
  }

  /** Collects failures of steps that must not hinder each other. */
  private static final class Failures {
    private Optional<RuntimeException> first = Optional.empty();

    void attempt(Runnable step) {
      try {
        step.run();
      } catch (RuntimeException e) {
        if (first.isEmpty()) {
          first = Optional.of(e);
        }
      }
    }

    void throwFirst() {
      if (first.isPresent()) {
        throw first.get();
      }
    }
  }
}

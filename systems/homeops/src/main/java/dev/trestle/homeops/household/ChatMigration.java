package dev.trestle.homeops.household;

import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.alias.Aliases;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.Decisions.LastReply;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.Memory.Habit;
import dev.trestle.homeops.model.Promises;
import dev.trestle.homeops.model.Promises.Promise;
import dev.trestle.homeops.model.ResponseCounters;
import dev.trestle.homeops.model.ResponseCounters.Counter;
import dev.trestle.store.Store;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Moves a household to another chat, as when a Telegram group becomes a supergroup: aliases,
 * habits, the day's count of replies, the cooldown and promises follow; messages and activities
 * stay where they are. Repeating it has no effect, so it may be interrupted.
 */
public final class ChatMigration {
  private static final int ATTEMPTS_MAX = 20;
  private static final int ITEMS_MAX = 10_000;

  /** As many marks as a habit keeps. */
  private static final int MARKS_MAX = 32;

  private final Store store;
  private final HouseholdDirectory directory;
  private final Aliases aliases;
  private final InstantSource clock;

  public ChatMigration(
      Store store, HouseholdDirectory directory, Aliases aliases, InstantSource clock) {
    this.store = store;
    this.directory = directory;
    this.aliases = aliases;
    this.clock = clock;
  }

  public void run(ChatId from, ChatId to) {
    directory
        .moveChat(from, to)
        .ifPresent(home -> {
          aliases.move(from, to);
          home.members().forEach(member -> moveMember(from, to, member.id()));
          moveReplies(home, from, to);
        });
  }

  private void moveMember(ChatId from, ChatId to, MemberId member) {
    store.stream(Memory.HABITS_OF_USER, new Memory.HabitsOf(from, member), ITEMS_MAX)
        .toList()
        .forEach(habit -> moveHabit(habit, to));
    var promises =
        store.stream(Promises.OF_USER_ALL, new Promises.OfUser(member), ITEMS_MAX).toList();
    for (var promise : promises) {
      if (promise.chatId().equals(from)) {
        store.run(Promises.SAVE, inChat(promise, to));
      }
    }
  }

  /** A message that is handled meanwhile may change the habit in either chat. */
  private void moveHabit(Habit listed, ChatId to) {
    var left = Optional.of(listed);
    for (int i = 0; i < ATTEMPTS_MAX && left.isPresent(); i++) {
      var habit = left.get();
      var there =
          store.run(Memory.FIND_HABIT, new Memory.OfHabit(to, habit.userId(), habit.activity()));
      var from =
          new Memory.HabitSeen(habit.chatId(), habit.userId(), habit.activity(), habit.version());
      var moving = new Memory.MovingHabit(joined(habit, there, to), from);
      if (store.run(Memory.MOVE_HABIT, moving).isDone()) {
        return;
      }
      left =
          store.run(
              Memory.FIND_HABIT,
              new Memory.OfHabit(habit.chatId(), habit.userId(), habit.activity()));
    }
    if (left.isPresent()) {
      throw new Refusal.Busy();
    }
  }

  private static Habit joined(Habit old, Optional<Habit> there, ChatId to) {
    var marks =
        Stream.concat(old.recent().stream(), there.stream().flatMap(h -> h.recent().stream()))
            .toList();
    return new Habit(
        to,
        old.userId(),
        old.activity(),
        sum(old.dayOfWeekCounts(), there.map(Habit::dayOfWeekCounts).orElse(Map.of())),
        sum(old.hourOfDayCounts(), there.map(Habit::hourOfDayCounts).orElse(Map.of())),
        old.totalCount() + there.map(Habit::totalCount).orElse(0L),
        there.map(Habit::lastSeen).filter(old.lastSeen()::isBefore).orElse(old.lastSeen()),
        marks.subList(Math.max(0, marks.size() - MARKS_MAX), marks.size()),
        there.map(Habit::version).orElse(0L));
  }

  private static Map<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
    var sum = new TreeMap<>(one);
    other.forEach((key, count) -> sum.merge(key, count, Long::sum));
    return sum;
  }

  private static Promise inChat(Promise promise, ChatId chatId) {
    return new Promise(
        promise.userId(),
        promise.made(),
        promise.promise(),
        promise.activity(),
        promise.description(),
        promise.deadline(),
        promise.status(),
        promise.due(),
        promise.followUp(),
        promise.fulfilledBy(),
        chatId,
        promise.sourceMessageId(),
        promise.version());
  }

  private void moveReplies(Home home, ChatId from, ChatId to) {
    var today = clock.instant().atZone(home.zone()).toLocalDate().toString();
    store
        .run(ResponseCounters.FIND, new ResponseCounters.OfDay(from, today))
        .ifPresent(counter ->
            store.run(
                ResponseCounters.COPY,
                new Counter(
                    to, counter.date(), counter.count(), counter.lastClaim(), counter.ttl())));
    var chat = new Decisions.OfChat(from);
    store
        .run(Decisions.FIND_LAST_REPLY, chat)
        .ifPresent(last -> {
          store.run(
              Decisions.SAVE_LAST_REPLY,
              new LastReply(to, last.replied(), last.userId(), Optional.empty(), last.engaged()));
          store.run(Decisions.REMOVE_LAST_REPLY, chat);
        });
    // Messages are numbered anew, so nobody can reply to the question any more.
    store.run(Decisions.REMOVE_PENDING, chat);
  }
}

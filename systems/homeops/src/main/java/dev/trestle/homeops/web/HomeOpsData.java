package dev.trestle.homeops.web;

import dev.trestle.accounts.ExportWriter;
import dev.trestle.accounts.PersonalData;
import dev.trestle.accounts.UserId;
import dev.trestle.homeops.activity.PromiseKeeper;
import dev.trestle.homeops.alias.Aliases;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.household.HouseholdDirectory.Membership;
import dev.trestle.homeops.model.Activities;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.HouseholdMembers;
import dev.trestle.homeops.model.HouseholdMembers.Summary;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.Messages;
import dev.trestle.homeops.model.Person;
import dev.trestle.homeops.model.Promises;
import dev.trestle.homeops.model.Source;
import dev.trestle.model.Query;
import dev.trestle.store.Store;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The data that HomeOps stores about a user. When an account is closed, what is known of the member
 * is deleted. Activities stay, as those of a former member, and messages until they expire: both
 * are the household's, too.
 */
public final class HomeOpsData implements PersonalData {
  private static final String FORMER = "a former member";
  private static final int ITEMS_MAX = 100_000;
  private static final Instant END = Instant.parse("2200-01-01T00:00:00Z");

  private final Store store;
  private final HouseholdDirectory directory;
  private final PromiseKeeper promises;
  private final Aliases aliases;

  public HomeOpsData(
      Store store, HouseholdDirectory directory, PromiseKeeper promises, Aliases aliases) {
    this.store = store;
    this.directory = directory;
    this.promises = promises;
    this.aliases = aliases;
  }

  @Override
  public String system() {
    return "homeops";
  }

  @Override
  public void export(UserId user, ExportWriter out) {
    for (var membership : directory.of(person(user))) {
      var record = membership.home().record();
      out.write(
          "household",
          Map.of(
              "id", record.household().value(),
              "name", record.name(),
              "member_id", membership.member().toString(),
              "member_name", membership.home().name(membership.member()).orElse("")));
      exportLog(membership, out);
      exportMemory(membership, out);
    }
  }

  private void exportLog(Membership membership, ExportWriter out) {
    var member = membership.member();
    var sent = new Messages.ByUser(membership.home().chats(), member);
    for (var message : all(Messages.BY_USER, sent)) {
      out.write("message", Map.of("text", message.text(), "at", message.timestamp()));
    }
    for (var activity : activities(member)) {
      out.write(
          "activity",
          Map.of(
              "activity", activity.activity(),
              "type", activity.type().name(),
              "effort", activity.effort().name(),
              "at", activity.timestamp()));
    }
    for (var promise : promises.all(member)) {
      out.write(
          "promise",
          Map.of(
              "text", promise.description(),
              "deadline", promise.deadline(),
              "status", promise.status().name()));
    }
  }

  private void exportMemory(Membership membership, ExportWriter out) {
    var member = membership.member();
    for (var effort : all(Memory.EFFORTS_OF_USER, new Memory.OfUser(member))) {
      out.write("effort", Map.of("activity", effort.activity(), "average", effort.ema()));
    }
    for (var preference : all(Memory.PREFERENCES_OF_USER, new Memory.OfUser(member))) {
      out.write(
          "preference", Map.of("metric", preference.metric().name(), "value", preference.value()));
    }
    for (var chat : membership.home().chats()) {
      for (var habit : all(Memory.HABITS_OF_USER, new Memory.HabitsOf(chat, member))) {
        out.write(
            "habit",
            Map.of(
                "activity", habit.activity(),
                "weekdays", habit.dayOfWeekCounts(),
                "hours", habit.hourOfDayCounts()));
      }
      aliases.of(chat).stream()
          .filter(alias -> alias.by().equals(Optional.of(member)))
          .forEach(alias ->
              out.write("alias", Map.of("alias", alias.alias(), "activity", alias.activity())));
    }
    for (var summary : summaries(member)) {
      out.write(
          "summary",
          Map.of(
              "week", summary.period().value(),
              "chores", summary.choresCount(),
              "recoveries", summary.recoveryCount(),
              "load", summary.netLoad(),
              "share", summary.fairnessScore()));
    }
  }

  /** Begins anew where it was interrupted: the membership can be found until all else is gone. */
  @Override
  public void erase(UserId user) {
    for (var membership : directory.begun(person(user))) {
      var member = membership.member();
      for (var activity : activities(member)) {
        if (!activity.userName().equals(FORMER)) {
          store.run(
              Activities.RENAME,
              new Activities.Rename(activity.chatId(), activity.activityId(), FORMER));
        }
      }
      for (var promise : promises.all(member)) {
        store.run(
            Promises.REMOVE, new Promises.OfPromise(member, promise.made(), promise.promise()));
      }
      eraseMemory(membership);
      erasePrivate(member);
      directory.leave(membership, person(user));
    }
  }

  private void eraseMemory(Membership membership) {
    var member = membership.member();
    for (var effort : all(Memory.EFFORTS_OF_USER, new Memory.OfUser(member))) {
      store.run(
          Memory.REMOVE_EFFORT, new Memory.EffortSeen(member, effort.activity(), effort.version()));
    }
    for (var preference : all(Memory.PREFERENCES_OF_USER, new Memory.OfUser(member))) {
      store.run(Memory.REMOVE_PREFERENCE, new Memory.OfPreference(member, preference.metric()));
    }
    for (var chat : membership.home().chats()) {
      for (var habit : all(Memory.HABITS_OF_USER, new Memory.HabitsOf(chat, member))) {
        store.run(
            Memory.REMOVE_HABIT,
            new Memory.HabitSeen(chat, member, habit.activity(), habit.version()));
      }
      aliases.removeOf(chat, member);
      store
          .run(Decisions.FIND_PENDING, new Decisions.OfChat(chat))
          .filter(asked -> asked.userId().equals(member))
          .ifPresent(_ -> store.run(Decisions.REMOVE_PENDING, new Decisions.OfChat(chat)));
    }
  }

  private void erasePrivate(MemberId member) {
    store.run(HouseholdMembers.REMOVE_DM_STATUS, new HouseholdMembers.OfUser(member));
    for (var balance :
        all(HouseholdMembers.BALANCES_OF_USER, new HouseholdMembers.OfUser(member))) {
      // The other side first: it is found through this one.
      store.run(
          HouseholdMembers.REMOVE_BALANCE,
          new HouseholdMembers.Pair(
              balance.household(), balance.other(), balance.userId(), balance.period()));
      store.run(
          HouseholdMembers.REMOVE_BALANCE,
          new HouseholdMembers.Pair(
              balance.household(), balance.userId(), balance.other(), balance.period()));
    }
    for (var summary : summaries(member)) {
      store.run(
          HouseholdMembers.REMOVE_SUMMARY, new HouseholdMembers.Week(member, summary.period()));
    }
  }

  private static Person person(UserId user) {
    return new Person(Source.ACCOUNT, user.value());
  }

  private List<Summary> summaries(MemberId member) {
    return all(HouseholdMembers.SUMMARIES_OF_USER, new HouseholdMembers.OfUser(member));
  }

  private List<Activity> activities(MemberId member) {
    return all(Activities.BY_USER_WITHIN, new Activities.UserWithin(member, Instant.EPOCH, END));
  }

  /** Read before anything is written, since a page ends where the next begins. */
  private <K, R> List<R> all(Query<K, R> query, K key) {
    return store.stream(query, key, ITEMS_MAX).toList();
  }
}

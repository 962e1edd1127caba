package dev.trestle.homeops.web;

import dev.trestle.accounts.ExportWriter;
import dev.trestle.accounts.PersonalData;
import dev.trestle.accounts.UserId;
import dev.trestle.homeops.activity.PromiseKeeper;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.household.HouseholdDirectory.Membership;
import dev.trestle.homeops.model.Activities;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.HouseholdMembers;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.Promises;
import dev.trestle.store.Store;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The data that HomeOps stores about a user. When an account is closed, all of it is deleted except
 * activities, which stay as those of a former member.
 */
public final class HomeOpsData implements PersonalData {
  private static final String FORMER = "a former member";
  private static final int ITEMS_MAX = 100_000;
  private static final Instant END = Instant.parse("2200-01-01T00:00:00Z");

  private final Store store;
  private final HouseholdDirectory directory;
  private final PromiseKeeper promises;

  public HomeOpsData(Store store, HouseholdDirectory directory, PromiseKeeper promises) {
    this.store = store;
    this.directory = directory;
    this.promises = promises;
  }

  @Override
  public String system() {
    return "homeops";
  }

  @Override
  public void export(UserId user, ExportWriter out) {
    for (var membership : memberships(user)) {
      var record = membership.home().record();
      out.write(
          "household",
          Map.of(
              "id", record.household(),
              "name", record.name(),
              "member_id", String.valueOf(membership.member()),
              "member_name", membership.home().name(membership.member()).orElse("")));
      for (var activity : activities(membership.member())) {
        out.write(
            "activity",
            Map.of(
                "activity", activity.activity(),
                "type", activity.type().name(),
                "effort", activity.effort().name(),
                "at", activity.timestamp()));
      }
      for (var promise : promises.ofMember(membership.member())) {
        out.write(
            "promise",
            Map.of(
                "text", promise.description(),
                "deadline", promise.deadline(),
                "status", promise.status().name()));
      }
    }
  }

  @Override
  public void erase(UserId user) {
    for (var membership : memberships(user)) {
      long member = membership.member();
      for (var activity : activities(member)) {
        store.run(
            Activities.RENAME,
            new Activities.Rename(activity.chatId(), activity.activityId(), FORMER));
      }
      for (var promise : promises.ofMember(member)) {
        store.run(
            Promises.REMOVE, new Promises.OfPromise(member, promise.made(), promise.promise()));
      }
      for (var effort : store.run(Memory.EFFORTS_OF_USER, new Memory.OfUser(member)).items()) {
        store.run(
            Memory.REMOVE_EFFORT,
            new Memory.EffortSeen(member, effort.activity(), effort.version()));
      }
      for (var chat : membership.home().chats()) {
        for (var habit :
            store.run(Memory.HABITS_OF_USER, new Memory.HabitsOf(chat, member)).items()) {
          store.run(
              Memory.REMOVE_HABIT,
              new Memory.HabitSeen(chat, member, habit.activity(), habit.version()));
        }
      }
      erasePrivate(member);
      directory.leave(membership, HouseholdDirectory.ACCOUNT, user.value());
    }
  }

  private void erasePrivate(long member) {
    store.run(HouseholdMembers.REMOVE_DM_STATUS, new HouseholdMembers.OfUser(member));
    for (var preference :
        store.run(Memory.PREFERENCES_OF_USER, new Memory.OfUser(member)).items()) {
      store.run(Memory.REMOVE_PREFERENCE, new Memory.OfPreference(member, preference.metric()));
    }
    store.stream(HouseholdMembers.BALANCES_OF_USER, new HouseholdMembers.OfUser(member), ITEMS_MAX)
        .toList()
        .forEach(balance -> {
          store.run(
              HouseholdMembers.REMOVE_BALANCE,
              new HouseholdMembers.Pair(
                  balance.household(), balance.userId(), balance.other(), balance.period()));
          store.run(
              HouseholdMembers.REMOVE_BALANCE,
              new HouseholdMembers.Pair(
                  balance.household(), balance.other(), balance.userId(), balance.period()));
        });
    store.stream(HouseholdMembers.SUMMARIES_OF_USER, new HouseholdMembers.OfUser(member), ITEMS_MAX)
        .toList()
        .forEach(summary ->
            store.run(
                HouseholdMembers.REMOVE_SUMMARY,
                new HouseholdMembers.Week(member, summary.period())));
  }

  private List<Membership> memberships(UserId user) {
    return directory.of(HouseholdDirectory.ACCOUNT, user.value());
  }

  private List<Activity> activities(long member) {
    return store.stream(
            Activities.BY_USER_WITHIN,
            new Activities.UserWithin(member, Instant.EPOCH, END),
            ITEMS_MAX)
        .toList();
  }
}

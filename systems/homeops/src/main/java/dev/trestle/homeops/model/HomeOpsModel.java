package dev.trestle.homeops.model;

import dev.trestle.model.Model;

/** All of HomeOps' data. */
public final class HomeOpsModel {
  private static final String COUNTED_ONCE =
      "the condition names the message that was counted last, so a repetition is refused";

  public static final Model MODEL =
      Model.named("homeops")
          .entities(
              Messages.MESSAGE_OF,
              Activities.ACTIVITY_OF,
              HouseholdMembers.PROFILE,
              HouseholdMembers.IDENTITY,
              HouseholdMembers.DM_STATUS,
              HouseholdMembers.BALANCE,
              HouseholdMembers.SUMMARY,
              Memory.ALIAS_OF,
              Memory.EFFORT,
              Memory.PREFERENCE,
              Memory.HABIT,
              Promises.PROMISE_OF,
              ResponseCounters.COUNTER,
              Households.HOUSEHOLD_OF,
              Households.CHAT_LINK,
              Households.INVITATION,
              Households.PLAN,
              Decisions.DECISION,
              Decisions.LAST_REPLY,
              Decisions.PENDING,
              Decisions.SENT)
          .patterns(
              Messages.BETWEEN,
              Messages.BY_USER_IN_CHAT,
              Activities.RECENT,
              Activities.BY_USER,
              HouseholdMembers.FIND_PROFILE,
              Memory.ACTIVITY_BY_ALIAS,
              HouseholdMembers.FIND_BALANCE,
              Promises.ACTIVE,
              Promises.OVERDUE,
              HouseholdMembers.FIND_SUMMARY)
          .patterns(
              Messages.BY_USER,
              Memory.ALIASES_OF_USER,
              HouseholdMembers.BALANCES_OF_USER,
              Memory.SAVE_ALIAS,
              Memory.ALIASES_OF_CHAT,
              Memory.FIND_ALIAS,
              Memory.UPDATE_EFFORT,
              Memory.FIND_EFFORT,
              Memory.UPDATE_PREFERENCE,
              Memory.PREFERENCES_OF_USER,
              Memory.UPDATE_HABIT,
              Memory.FIND_HABIT,
              Memory.HABITS_OF_USER,
              HouseholdMembers.SAVE_DM_STATUS,
              HouseholdMembers.FIND_DM_STATUS,
              Memory.ALIASES_OF_ACTIVITY,
              Activities.LATEST,
              Memory.LAST_DONE_BY_USER,
              Activities.WITHIN,
              Messages.SAVE,
              Activities.SAVE,
              ResponseCounters.FIND,
              ResponseCounters.CLAIM,
              Messages.SINCE)
          .patterns(
              HouseholdMembers.FIND_IDENTITY,
              HouseholdMembers.ADD_IDENTITY,
              HouseholdMembers.HOUSEHOLDS_OF,
              HouseholdMembers.REMOVE_IDENTITY,
              HouseholdMembers.REMOVE_PROFILE,
              HouseholdMembers.SAVE_PROFILE,
              HouseholdMembers.SAVE_BALANCE,
              HouseholdMembers.SAVE_SUMMARY,
              HouseholdMembers.REMOVE_BALANCE,
              HouseholdMembers.SUMMARIES_OF_USER,
              HouseholdMembers.REMOVE_SUMMARY,
              HouseholdMembers.REMOVE_DM_STATUS)
          .patterns(Memory.REMOVE_PREFERENCE, Memory.REMOVE_HABIT, Memory.REMOVE_EFFORT)
          .patterns(Messages.FIND, Messages.BEFORE, Messages.EDIT)
          .patterns(
              Activities.FIND,
              Activities.BETWEEN_IDS,
              Activities.BEFORE_ID,
              Activities.BY_USER_WITHIN,
              Activities.RENAME,
              Activities.LATEST_BY_USER,
              Memory.UNDO_ACTIVITY,
              Memory.CORRECT_ACTIVITY,
              Memory.MOVE_HABIT,
              Memory.REMOVE_ALIAS,
              Memory.EFFORTS_OF_USER,
              Promises.OF_USER_ALL,
              Promises.FIND,
              Promises.REMOVE,
              Promises.SAVE)
          .patterns(
              Households.FIND,
              Households.CURRENT,
              Households.SAVE,
              Households.FOUND,
              Households.FIND_CHAT,
              Households.CURRENT_CHAT,
              Households.ADD_CHAT,
              Households.SAVE_CHAT,
              Households.FIND_INVITE,
              Households.ADD_INVITE,
              Households.FIND_PLAN,
              Households.PLANS_DUE,
              Households.SAVE_PLAN)
          .patterns(
              Decisions.FIND,
              Decisions.ADD,
              Decisions.SAVE,
              Decisions.LATEST,
              Decisions.FIND_LAST_REPLY,
              Decisions.SAVE_LAST_REPLY,
              Decisions.REMOVE_LAST_REPLY,
              Decisions.FIND_PENDING,
              Decisions.SAVE_PENDING,
              Decisions.REMOVE_PENDING,
              Decisions.CLAIM_NUMBER,
              ResponseCounters.COPY)
          .accept("counting", "H33", COUNTED_ONCE)
          .build();

  private HomeOpsModel() {}
}

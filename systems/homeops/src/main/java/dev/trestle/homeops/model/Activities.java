package dev.trestle.homeops.model;

import static dev.trestle.homeops.model.Parts.ACTIVITY;
import static dev.trestle.homeops.model.Parts.ACTIVITY_ID;
import static dev.trestle.homeops.model.Parts.CHAT;
import static dev.trestle.homeops.model.Parts.TIMESTAMP;
import static dev.trestle.homeops.model.Parts.USER_NUMBER;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perDay;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;

/** Activities of members. */
public final class Activities {
  public static final Table TABLE =
      Table.named("homeops-activities")
          .partition(string("chatId"))
          .sort(string("activityId"))
          .global(index("userId-timestamp-index", number("userId")).sort(number("timestamp")).all())
          .global(
              index("chatId-activity-index", string("chatId"))
                  .sort(string("activityTimestamp"))
                  .all())
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .build();

  /** Work, rest, or neither. */
  public enum Kind {
    chore,
    recovery,
    none
  }

  /** How much effort it was. */
  public enum Effort {
    low(1),
    medium(2),
    high(3);

    private final int weight;

    Effort(int weight) {
      this.weight = weight;
    }

    /** What it counts in averages and loads. */
    public int weight() {
      return weight;
    }
  }

  public record Activity(
      ChatId chatId,
      ActivityId activityId,
      MessageNumber messageId,
      MemberId userId,
      String userName,
      Kind type,
      String activity,
      Effort effort,
      double confidence,
      Instant timestamp,
      Instant createdAt) {}

  public static final Entity<Activity> ACTIVITY_OF =
      TABLE
          .entity(Activity.class, lookup())
          .partition(CHAT)
          .sort(ACTIVITY_ID)
          .in("userId-timestamp-index", USER_NUMBER, TIMESTAMP)
          .in(
              "chatId-activity-index",
              CHAT,
              KeyTemplate.of("<activity>#<timestamp>", ACTIVITY, TIMESTAMP))
          .maxBytes(2048)
          .population(Population.of(20_000, 20_000).growing(60))
          .example(
              new Activity(
                  Examples.CHAT,
                  Examples.ACTIVITY,
                  Examples.MESSAGE,
                  Examples.MARTIN,
                  "Martin",
                  Kind.chore,
                  "diskning",
                  Effort.medium,
                  0.93,
                  Examples.NOW,
                  Examples.NOW));

  public record OfChat(ChatId chatId) {}

  public record OfUser(MemberId userId) {}

  public record Of(ChatId chatId, String activity) {}

  public record Within(ChatId chatId, String activity, Instant from, Instant to) {}

  public static final Query<OfChat, Activity> RECENT =
      ACTIVITY_OF
          .query("A3", "recent activities", OfChat.class)
          .descending()
          .page(50)
          .typically(20)
          .load(perDay(50))
          .build();

  public static final Query<OfUser, Activity> BY_USER =
      ACTIVITY_OF
          .index("userId-timestamp-index")
          .query("A4", "activities by user", OfUser.class)
          .descending()
          .page(50)
          .typically(20)
          .load(perDay(20))
          .build();

  public static final Query<Of, Activity> LATEST =
      ACTIVITY_OF
          .index("chatId-activity-index")
          .query("H27", "who did it last", Of.class)
          .descending()
          .first()
          .load(perDay(5))
          .build();

  /** Bound to the chat: a person may live in two households. */
  public static final Query<Within, Activity> WITHIN =
      ACTIVITY_OF
          .index("chatId-activity-index")
          .query("H29", "how often this week", Within.class)
          .between(Within::from, Within::to)
          .page(100)
          .typically(7)
          .load(perDay(5))
          .build();

  public static final Put<Activity, Activity> SAVE =
      ACTIVITY_OF.put("H31", "save activity").ifAbsent().load(perDay(60)).build();

  public record OfActivity(ChatId chatId, ActivityId activityId) {}

  public static final Get<OfActivity, Activity> FIND =
      ACTIVITY_OF.get("activity.find", "one activity", OfActivity.class).load(perDay(2)).build();

  public record Ids(ChatId chatId, ActivityId from, ActivityId to) {}

  /** Ids begin with the time of the message, so those of one message lie together. */
  public static final Query<Ids, Activity> BETWEEN_IDS =
      ACTIVITY_OF
          .query("activity.message", "what a message reported", Ids.class)
          .between(Ids::from, Ids::to)
          .page(50)
          .typically(1)
          .consistent()
          .load(perDay(2))
          .build();

  public record BeforeId(ChatId chatId, ActivityId activityId) {}

  public static final Query<BeforeId, Activity> BEFORE_ID =
      ACTIVITY_OF
          .query("activity.page", "activities before one, latest first", BeforeId.class)
          .before(BeforeId::activityId)
          .descending()
          .page(100)
          .typically(50)
          .load(perDay(5))
          .build();

  public record UserWithin(MemberId userId, Instant from, Instant to) {}

  public static final Query<UserWithin, Activity> BY_USER_WITHIN =
      ACTIVITY_OF
          .index("userId-timestamp-index")
          .query("activity.load", "what a member did in some weeks", UserWithin.class)
          .between(UserWithin::from, UserWithin::to)
          .page(500)
          .typically(50)
          .load(perDay(5))
          .build();

  /** A former member's activities stay, under another name. */
  public record Rename(ChatId chatId, ActivityId activityId, String userName) {}

  public static final Update<Rename, Activity> RENAME =
      ACTIVITY_OF
          .update("activity.rename", "change the name of who did it", Rename.class)
          .set(Activity::userName)
          .to(param(Rename::userName))
          .load(perDay(0.01))
          .build();

  static final Delete<OfActivity, Activity> REMOVE =
      ACTIVITY_OF
          .delete("activity.undo.activity", "it did not happen", OfActivity.class)
          .ifExists()
          .build();

  /**
   * An activity as it was corrected.
   *
   * @param seenUser who had done it, as it was read
   */
  public record Replacement(
      Activity after,
      MemberId seenUser,
      String seenActivity,
      Effort seenEffort,
      Instant seenTimestamp) {
    public static Replacement of(Activity before, Activity after) {
      return new Replacement(
          after, before.userId(), before.activity(), before.effort(), before.timestamp());
    }
  }

  /** Refused if the activity was changed or undone meanwhile. */
  static final Put<Replacement, Activity> REPLACE =
      ACTIVITY_OF
          .put("activity.replace", "correct an activity", Replacement.class, Replacement::after)
          .when(
              field(Activity::userId)
                  .is(param(Replacement::seenUser))
                  .and(field(Activity::activity).is(param(Replacement::seenActivity)))
                  .and(field(Activity::effort).is(param(Replacement::seenEffort)))
                  .and(field(Activity::timestamp).is(param(Replacement::seenTimestamp))))
          .build();

  public record LatestOf(ChatId chatId, String activity, MemberId userId) {}

  /** Used to recompute when a habit was last done, after an undo. */
  public static final Query<LatestOf, Activity> LATEST_BY_USER =
      ACTIVITY_OF
          .index("chatId-activity-index")
          .query("activity.latest", "when a member did it, latest first", LatestOf.class)
          .filter(field(Activity::userId).is(param(LatestOf::userId)))
          .descending()
          .page(20)
          .typically(5)
          .load(perDay(1))
          .build();

  private Activities() {}
}

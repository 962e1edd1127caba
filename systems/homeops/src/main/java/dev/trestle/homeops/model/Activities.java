package dev.trestle.homeops.model;

import static dev.trestle.homeops.model.Parts.ACTIVITY;
import static dev.trestle.homeops.model.Parts.ACTIVITY_ID;
import static dev.trestle.homeops.model.Parts.CHAT;
import static dev.trestle.homeops.model.Parts.TIMESTAMP;
import static dev.trestle.homeops.model.Parts.USER_NUMBER;
import static dev.trestle.model.Load.perDay;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;

/** Who did what. */
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

  /** How much it took. */
  public enum Effort {
    low,
    medium,
    high
  }

  public record Activity(
      String chatId,
      String activityId,
      long messageId,
      long userId,
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
                  Examples.ULID,
                  456,
                  Examples.MARTIN,
                  "Martin",
                  Kind.chore,
                  "diskning",
                  Effort.medium,
                  0.93,
                  Examples.NOW,
                  Examples.NOW));

  public record OfChat(String chatId) {}

  public record OfUser(long userId) {}

  public record Of(String chatId, String activity) {}

  public record Within(String chatId, String activity, Instant from, Instant to) {}

  public static final Query<OfChat, Activity> A3 =
      ACTIVITY_OF
          .query("A3", "recent activities", OfChat.class)
          .descending()
          .page(50)
          .typically(20)
          .load(perDay(50))
          .build();

  public static final Query<OfUser, Activity> A4 =
      ACTIVITY_OF
          .index("userId-timestamp-index")
          .query("A4", "activities by user", OfUser.class)
          .descending()
          .page(50)
          .typically(20)
          .load(perDay(20))
          .build();

  public static final Query<Of, Activity> H27 =
      ACTIVITY_OF
          .index("chatId-activity-index")
          .query("H27", "who did it last", Of.class)
          .descending()
          .page(1)
          .load(perDay(5))
          .build();

  /** Bound to the chat: a person may live in two households. */
  public static final Query<Within, Activity> H29 =
      ACTIVITY_OF
          .index("chatId-activity-index")
          .query("H29", "how often this week", Within.class)
          .between(Within::from, Within::to)
          .page(100)
          .typically(7)
          .load(perDay(5))
          .build();

  public static final Put<Activity, Activity> H31 =
      ACTIVITY_OF.put("H31", "save activity").ifAbsent().load(perDay(60)).build();

  private Activities() {}
}

package dev.trestle.messenger.model;

import static dev.trestle.accounts.model.AccountKeys.USER_ID;
import static dev.trestle.messenger.model.MessengerKeys.CHAT_ID;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Regions;
import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import java.time.Instant;

/**
 * Users whom somebody else removed from a group: an invite link does not bring them back. Written
 * by the transaction that removes them, deleted by the one with which they leave on their own.
 */
public final class RemovedMembers {
  public static final Table TABLE =
      Table.named("removed_members")
          .partition(string("user_id"))
          .sort(string("chat_id"))
          .recoverable()
          .backups(BackupPlan.daily(90))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /** A removal. It stays when the user is added again, until they leave on their own. */
  public record RemovedMember(UserId userId, ChatId chatId, UserId removedBy, Instant removedAt) {}

  public static final Entity<RemovedMember> REMOVED =
      TABLE
          .entity(RemovedMember.class, lookup())
          .partition(USER_ID)
          .sort(CHAT_ID)
          .snakeCase()
          .population(Population.of(20_000, 100))
          .example(new RemovedMember(Examples.BO, Examples.CHAT, Examples.ANN, Examples.NOW));

  public record Of(UserId userId, ChatId chatId) {}

  public record OfUser(UserId userId) {}

  public static final Get<Of, RemovedMember> FIND =
      REMOVED
          .get("removal.find", "whether a user was removed from a group", Of.class)
          .consistent()
          .load(perSecond(0.02))
          .build();

  static final Put<RemovedMember, RemovedMember> ADD =
      REMOVED.put("chat.leave.removal", "note that they were removed").build();

  static final Delete<Of, RemovedMember> FORGET =
      REMOVED.delete("chat.leave.forget", "forget an earlier removal", Of.class).build();

  public static final Query<OfUser, RemovedMember> OF_USER =
      REMOVED
          .query("removal.list", "groups that a user was removed from", OfUser.class)
          .consistent()
          .page(100)
          .typically(1)
          .load(perSecond(0.001))
          .build();

  public static final BatchWrite<Of, RemovedMember> ERASE =
      REMOVED
          .batchWrite("removal.erase", "forget the removals of a closed account", Of.class)
          .typically(1)
          .load(perSecond(0.001))
          .build();

  private RemovedMembers() {}
}

package dev.trestle.messenger.model;

import static dev.trestle.accounts.model.AccountKeys.USER_ID;
import static dev.trestle.messenger.model.MessengerKeys.CHAT_ID;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.itemAbsent;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Users;
import dev.trestle.model.Alarms;
import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Condition;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Invitations to groups, for users who must agree before they become members. */
public final class GroupInvitations {
  public static final Duration KEPT = Duration.ofDays(30);

  public static final Table TABLE =
      Table.named("group_invitations")
          .partition(string("user_id"))
          .sort(string("chat_id"))
          .global(index("chat_invitations-index", string("chat_id")).sort(string("user_id")).all())
          .ephemeral("ttl")
          .recoverable()
          .alarms(Alarms.STANDARD)
          .build();

  /**
   * An invitation.
   *
   * @param declined kept until it expires, so that the group cannot invite the user again and again
   */
  public record Invitation(
      UserId userId,
      ChatId chatId,
      UserId invitedBy,
      boolean declined,
      Instant createdAt,
      Instant ttl) {}

  public static final Entity<Invitation> INVITATION =
      TABLE
          .entity(Invitation.class, lookup())
          .partition(USER_ID)
          .sort(CHAT_ID)
          .in("chat_invitations-index", CHAT_ID, USER_ID)
          .snakeCase()
          .maxBytes(400)
          .expires(Invitation::ttl)
          .population(Population.of(20_000, 20).kept(KEPT))
          .example(
              new Invitation(
                  Examples.BO,
                  Examples.CHAT,
                  Examples.ANN,
                  false,
                  Examples.NOW,
                  Instant.parse("2026-12-16T12:00:00Z")));

  public record OfUser(UserId userId) {}

  public record OfChat(ChatId chatId) {}

  public record Of(UserId userId, ChatId chatId) {}

  public static final Query<OfUser, Invitation> OF_USER =
      INVITATION
          .query("invitation.list", "invitations of a user", OfUser.class)
          .consistent()
          .page(100)
          .typically(1)
          .load(perSecond(1))
          .build();

  public static final Query<OfChat, Invitation> OF_CHAT =
      INVITATION
          .index("chat_invitations-index")
          .query("invitation.chat", "users that are invited to a group", OfChat.class)
          .page(100)
          .typically(1)
          .load(perSecond(0.5))
          .build();

  public static final Get<Of, Invitation> FIND =
      INVITATION
          .get("invitation.find", "the user's invitation to a group", Of.class)
          .consistent()
          .load(perSecond(0.02))
          .build();

  public static final BatchGet<Of, Invitation> KNOWN =
      INVITATION
          .batchGet("invitation.known", "which users have an invitation", Of.class)
          .consistent()
          .typically(1)
          .load(perSecond(0.02))
          .build();

  /** An invitation, and the time at which an older one has expired. */
  public record NewInvitation(Invitation invitation, Instant now) {}

  private static final Put<NewInvitation, Invitation> CREATE =
      INVITATION
          .put("invitation.send.one", "invite", NewInvitation.class, NewInvitation::invitation)
          .when(itemAbsent().or(field(Invitation::ttl).lessThan(param(NewInvitation::now))))
          .build();

  public record Inviting(List<NewInvitation> invitations, List<Users.ById> users) {}

  /** The most users that are invited in one transaction. */
  public static final int SEND_BATCH = 50;

  public static final Transaction<Inviting> SEND =
      Transaction.of("invitation.send", "invite users to a group", Inviting.class, lookup())
          .each(CREATE, Inviting::invitations, SEND_BATCH, 1)
          .each(Users.IS_OPEN, Inviting::users, SEND_BATCH, 1)
          .load(perSecond(0.01))
          .build();

  /** The end of an invitation that is open at this time. */
  public record Ending(UserId userId, ChatId chatId, Instant now) {}

  private static final Condition<Invitation, Ending> IS_OPEN =
      field(Invitation::declined)
          .is(false)
          .and(field(Invitation::ttl).moreThan(param(Ending::now)));

  /** When it is accepted or withdrawn. */
  public static final Delete<Ending, Invitation> END =
      INVITATION
          .delete("invitation.end", "end an open invitation", Ending.class)
          .when(IS_OPEN)
          .load(perSecond(0.002))
          .build();

  public record Accepting(
      Ending invitation, Memberships.Membership member, Messages.Message entry, Users.ById user) {}

  public static final Transaction<Accepting> ACCEPT =
      Transaction.of("invitation.accept", "accept an invitation", Accepting.class, lookup())
          .step(END, Accepting::invitation)
          .step(Memberships.ADD, Accepting::member)
          .step(Messages.APPEND, Accepting::entry)
          .step(Users.IS_OPEN, Accepting::user)
          .load(perSecond(0.01))
          .build();

  public static final Update<Ending, Invitation> DECLINE =
      INVITATION
          .update("invitation.decline", "decline an invitation", Ending.class)
          .set(Invitation::declined)
          .to(true)
          .when(IS_OPEN)
          .load(perSecond(0.005))
          .build();

  /** For users who are members by now, and for accounts that are closed. */
  public static final BatchWrite<Of, Invitation> REMOVE =
      INVITATION
          .batchWrite("invitation.remove", "remove invitations", Of.class)
          .typically(1)
          .load(perSecond(0.2))
          .build();

  private GroupInvitations() {}
}

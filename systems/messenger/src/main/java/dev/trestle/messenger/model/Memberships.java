package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.Parts.CHAT_ID;
import static dev.trestle.messenger.model.Parts.USER_ID;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Who is in which chat, from both sides. */
public final class Memberships {
  public static final Table TABLE =
      Table.named("chat_memberships")
          .partition(string("chat_id"))
          .sort(string("user_id"))
          .global(index("user_chats-index", string("user_id")).sort(string("chat_id")).all())
          .provisioned(100, 10)
          .recoverable()
          .backups(BackupPlan.daily(90))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /** What a member may do. */
  public enum Role {
    owner,
    admin,
    member
  }

  /**
   * Somebody in a chat.
   *
   * @param joinedSequence the entry by which they came; what was said before is not for them
   * @param joinedOrdinal how many texts there were by then: those are not unread
   */
  public record Membership(
      ChatId chatId,
      UserId userId,
      Role role,
      Instant joinedAt,
      Optional<Instant> mutedUntil,
      long joinedSequence,
      long joinedOrdinal) {}

  public static final Entity<Membership> MEMBERSHIP =
      TABLE
          .entity(Membership.class, lookup())
          .partition(CHAT_ID)
          .sort(USER_ID)
          .in("user_chats-index", USER_ID, CHAT_ID)
          .snakeCase()
          .maxBytes(500)
          .population(Population.of(1_000_000, 1000))
          .example(
              new Membership(
                  Examples.CHAT, Examples.ANN, Role.member, Examples.NOW, Optional.empty(), 1, 0));

  public record OfChat(ChatId chatId) {}

  public record OfUser(UserId userId) {}

  public record Member(ChatId chatId, UserId userId) {}

  public static final Query<OfChat, Membership> M4 =
      MEMBERSHIP
          .query("M4", "members of a chat", OfChat.class)
          .consistent()
          .page(100)
          .typically(10)
          .load(perSecond(10).hottestKey(0.02))
          .build();

  public static final Query<OfUser, Membership> M5 =
      MEMBERSHIP
          .index("user_chats-index")
          .query("M5", "chats of a user", OfUser.class)
          .page(100)
          .typically(20)
          .load(perSecond(15))
          .build();

  public static final Get<Member, Membership> M6 =
      MEMBERSHIP
          .get("M6", "is the user a member", Member.class)
          .consistent()
          .load(perSecond(25).hottestKey(0.02))
          .build();

  public static final Put<Membership, Membership> M7 =
      MEMBERSHIP.put("M7", "add member").ifAbsent().load(perSecond(0)).build();

  public static final Delete<Member, Membership> M8 =
      MEMBERSHIP.delete("M8", "remove member", Member.class).load(perSecond(0)).build();

  /** A membership changes together with an entry of the log, so that a racing send is refused. */
  public record Joining(
      List<Membership> members, List<Messages.Message> entries, List<Users.ById> here) {}

  public record Leaving(Member member, Messages.Message entry) {}

  /** How many may join in one transaction. */
  public static final int JOIN_BATCH = 33;

  public static final Transaction<Joining> JOIN =
      Transaction.of("chat.join", "add a member, as the log has it", Joining.class, lookup())
          .each(M7, Joining::members, JOIN_BATCH, 1)
          .each(Messages.APPEND, Joining::entries, JOIN_BATCH, 1)
          .each(Users.HERE, Joining::here, JOIN_BATCH, 1)
          .load(perSecond(0.2))
          .build();

  /** Members of a group that is not there yet. */
  public record Gathering(List<Membership> members, List<Users.ById> here) {}

  /** How many of them one transaction takes. */
  public static final int GATHER_BATCH = 50;

  /** Before a large group is opened; until then nobody sees them. */
  public static final Transaction<Gathering> GATHER =
      Transaction.of(
              "chat.gather", "members of a large group, before it is", Gathering.class, lookup())
          .each(M7, Gathering::members, GATHER_BATCH)
          .each(Users.HERE, Gathering::here, GATHER_BATCH)
          .load(perSecond(0.001))
          .build();

  public static final Transaction<Leaving> LEAVE =
      Transaction.of("chat.leave", "remove a member, as the log has it", Leaving.class, lookup())
          .step(M8, Leaving::member)
          .step(Messages.APPEND, Leaving::entry)
          .load(perSecond(0.05))
          .build();

  public record Muting(ChatId chatId, UserId userId, Instant until) {}

  public static final Update<Muting, Membership> MUTE =
      MEMBERSHIP
          .update("chat.mute", "mute a chat for a while", Muting.class)
          .set(optional(Membership::mutedUntil))
          .to(param(Muting::until))
          .ifExists()
          .load(perSecond(0.01))
          .build();

  public static final Update<Member, Membership> UNMUTE =
      MEMBERSHIP
          .update("chat.unmute", "hear of a chat again", Member.class)
          .remove(Membership::mutedUntil)
          .ifExists()
          .load(perSecond(0.01))
          .build();

  public record Promotion(ChatId chatId, UserId userId, Role role) {}

  static final Update<Promotion, Membership> PROMOTE =
      MEMBERSHIP
          .update("chat.roles.member", "a member's other role", Promotion.class)
          .set(Membership::role)
          .to(param(Promotion::role))
          .ifExists()
          .build();

  /** One role that changes, or two when the owner hands over; as the log has it. */
  public record Promoting(List<Promotion> promotions, List<Messages.Message> entries) {}

  public static final Transaction<Promoting> ROLES =
      Transaction.of("chat.roles", "give members other roles", Promoting.class, lookup())
          .each(PROMOTE, Promoting::promotions, 2, 1)
          .each(Messages.APPEND, Promoting::entries, 2, 1)
          .load(perSecond(0.01))
          .build();

  private Memberships() {}
}

package dev.trestle.messenger.model;

import static dev.trestle.accounts.model.AccountKeys.USER_ID;
import static dev.trestle.messenger.model.MessengerKeys.CHAT_ID;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Regions;
import dev.trestle.accounts.model.Users;
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

/** Who is a member of which chat, readable by chat and by user. */
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

  /** Where a member's list shows a chat. */
  public enum ListPlace {
    listed,
    pinned,
    archived
  }

  /**
   * A member of a chat.
   *
   * @param joinedSequence the entry that records the joining; earlier entries are hidden from them
   * @param joinedOrdinal the number of texts by then, which do not count as unread
   * @param place absent until the member moves the chat
   * @param blockingSince the member of a direct chat blocks the other one
   * @param blockedSince the other member of a direct chat blocks this one
   */
  public record Membership(
      ChatId chatId,
      UserId userId,
      Role role,
      Instant joinedAt,
      Optional<Instant> mutedUntil,
      long joinedSequence,
      long joinedOrdinal,
      Optional<ListPlace> place,
      Optional<Instant> blockingSince,
      Optional<Instant> blockedSince) {
    /** A member who joins with this entry. */
    public static Membership joined(
        ChatId chat, UserId user, Role role, Instant at, long sequence, long ordinal) {
      return new Membership(
          chat,
          user,
          role,
          at,
          Optional.empty(),
          sequence,
          ordinal,
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }
  }

  public static final Entity<Membership> MEMBERSHIP =
      TABLE
          .entity(Membership.class, lookup())
          .partition(CHAT_ID)
          .sort(USER_ID)
          .in("user_chats-index", USER_ID, CHAT_ID)
          .snakeCase()
          .maxBytes(500)
          .population(Population.of(1_000_000, 1000))
          .example(Membership.joined(Examples.CHAT, Examples.ANN, Role.member, Examples.NOW, 1, 0));

  public record OfChat(ChatId chatId) {}

  public record OfUser(UserId userId) {}

  public record Member(ChatId chatId, UserId userId) {}

  public static final Query<OfChat, Membership> OF_CHAT =
      MEMBERSHIP
          .query("M4", "members of a chat", OfChat.class)
          .consistent()
          .page(100)
          .typically(10)
          .load(perSecond(10).hottestKey(0.02))
          .build();

  /** With each message, by the one server that pushes it. */
  public static final Query<OfChat, Membership> TO_PUSH =
      MEMBERSHIP
          .query("push.members", "members of a chat, to push a message", OfChat.class)
          .page(100)
          .typically(10)
          .load(perSecond(12).hottestKey(0.02))
          .build();

  public static final Query<OfUser, Membership> OF_USER =
      MEMBERSHIP
          .index("user_chats-index")
          .query("M5", "chats of a user", OfUser.class)
          .page(100)
          .typically(20)
          .load(perSecond(15))
          .build();

  public static final Get<Member, Membership> FIND =
      MEMBERSHIP
          .get("M6", "is the user a member", Member.class)
          .consistent()
          .load(perSecond(25).hottestKey(0.02))
          .build();

  public static final Put<Membership, Membership> ADD =
      MEMBERSHIP.put("M7", "add member").ifAbsent().load(perSecond(0)).build();

  public static final Delete<Member, Membership> REMOVE =
      MEMBERSHIP.delete("M8", "remove member", Member.class).load(perSecond(0)).build();

  /** New members, with an entry of the log for each, so that a racing send is refused. */
  public record Joining(
      List<Membership> members, List<Messages.Message> entries, List<Users.ById> users) {}

  /** A member who is removed, or who leaves on their own, which ends an earlier removal. */
  public record Leaving(
      Member member,
      Messages.Message entry,
      Optional<RemovedMembers.RemovedMember> removal,
      Optional<RemovedMembers.Of> forgotten) {}

  /** The most members that join in one transaction. */
  public static final int JOIN_BATCH = 33;

  public static final Transaction<Joining> JOIN =
      Transaction.of("chat.join", "add members to a group", Joining.class, lookup())
          .each(ADD, Joining::members, JOIN_BATCH, 1)
          .each(Messages.APPEND, Joining::entries, JOIN_BATCH, 1)
          .each(Users.IS_OPEN, Joining::users, JOIN_BATCH, 1)
          .load(perSecond(0.2))
          .build();

  /** Members of a group that does not exist yet. */
  public record AddingMembers(List<Membership> members, List<Users.ById> users) {}

  /** The most members that are added in one such transaction. */
  public static final int ADD_BATCH = 50;

  /** Before a large group is opened. Until then nobody sees these memberships. */
  public static final Transaction<AddingMembers> ADD_BEFORE_OPENING =
      Transaction.of(
              "chat.gather",
              "add members of a large group before it opens",
              AddingMembers.class,
              lookup())
          .each(ADD, AddingMembers::members, ADD_BATCH)
          .each(Users.IS_OPEN, AddingMembers::users, ADD_BATCH)
          .load(perSecond(0.001))
          .build();

  public static final Transaction<Leaving> LEAVE =
      Transaction.of("chat.leave", "remove a member", Leaving.class, lookup())
          .step(REMOVE, Leaving::member)
          .step(Messages.APPEND, Leaving::entry)
          .maybe(RemovedMembers.ADD, Leaving::removal)
          .maybe(RemovedMembers.FORGET, Leaving::forgotten)
          .load(perSecond(0.05))
          .build();

  public record Muting(ChatId chatId, UserId userId, Instant until) {}

  public static final Update<Muting, Membership> MUTE =
      MEMBERSHIP
          .update("chat.mute", "mute a chat for a while", Muting.class)
          .set(optional(Membership::mutedUntil))
          .to(param(Muting::until))
          .load(perSecond(0.01))
          .build();

  public static final Update<Member, Membership> UNMUTE =
      MEMBERSHIP
          .update("chat.unmute", "unmute a chat", Member.class)
          .remove(Membership::mutedUntil)
          .load(perSecond(0.01))
          .build();

  public record Moving(ChatId chatId, UserId userId, ListPlace place) {}

  public static final Update<Moving, Membership> MOVE =
      MEMBERSHIP
          .update("chat.place", "pin, archive or list a chat", Moving.class)
          .set(optional(Membership::place))
          .to(param(Moving::place))
          .load(perSecond(0.01))
          .build();

  /** A member of a direct chat who blocks the other one, or is blocked. */
  public record Blocked(ChatId chatId, UserId userId, Instant at) {}

  static final Update<Blocked, Membership> NOTE_BLOCKING =
      MEMBERSHIP
          .update("block.add.mine", "the member blocks the other one", Blocked.class)
          .set(optional(Membership::blockingSince))
          .to(param(Blocked::at))
          .build();

  static final Update<Blocked, Membership> NOTE_BLOCKED =
      MEMBERSHIP
          .update("block.add.theirs", "the member is blocked by the other one", Blocked.class)
          .set(optional(Membership::blockedSince))
          .to(param(Blocked::at))
          .build();

  static final Update<Member, Membership> FORGET_BLOCKING =
      MEMBERSHIP
          .update("block.end.mine", "the member no longer blocks the other one", Member.class)
          .remove(Membership::blockingSince)
          .build();

  static final Update<Member, Membership> FORGET_BLOCKED =
      MEMBERSHIP
          .update("block.end.theirs", "the member is no longer blocked", Member.class)
          .remove(Membership::blockedSince)
          .build();

  public record RoleChange(ChatId chatId, UserId userId, Role role) {}

  static final Update<RoleChange, Membership> SET_ROLE =
      MEMBERSHIP
          .update("chat.roles.member", "change a member's role", RoleChange.class)
          .set(Membership::role)
          .to(param(RoleChange::role))
          .build();

  /** One change of a role, or two when the owner hands over, with their entries. */
  public record RoleChanges(List<RoleChange> changes, List<Messages.Message> entries) {}

  public static final Transaction<RoleChanges> CHANGE_ROLES =
      Transaction.of("chat.roles", "change roles", RoleChanges.class, lookup())
          .each(SET_ROLE, RoleChanges::changes, 2, 1)
          .each(Messages.APPEND, RoleChanges::entries, 2, 1)
          .load(perSecond(0.01))
          .build();

  private Memberships() {}
}

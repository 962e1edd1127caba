package dev.trestle.messenger.chat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.profile.Profiles;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.message.Append;
import dev.trestle.messenger.message.AppendOutcome;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.message.ChatLogs;
import dev.trestle.messenger.message.LogHead;
import dev.trestle.messenger.message.SystemEntries;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.ListPlace;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.messenger.model.Memberships.RoleChange;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.RemovedMembers;
import dev.trestle.messenger.model.RemovedMembers.RemovedMember;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * The members of groups and their roles. A direct chat has neither owner nor admins, so nobody can
 * change its members.
 */
public final class Members {
  /** When a chat is unmuted that was muted without a time. */
  public static final Instant FOREVER = Instant.parse("9999-12-31T00:00:00Z");

  private final Store store;
  private final ChatLogs logs;
  private final ChatAccess access;
  private final Invitations invitations;
  private final OpenUsers users;
  private final SystemEntries systemEntries;
  private final InstantSource clock;

  public Members(
      Store store,
      ChatLogs logs,
      ChatAccess access,
      Invitations invitations,
      Profiles profiles,
      Ids ids,
      InstantSource clock) {
    this.store = store;
    this.logs = logs;
    this.access = access;
    this.invitations = invitations;
    this.users = new OpenUsers(profiles);
    this.systemEntries = new SystemEntries(ids);
    this.clock = clock;
  }

  /**
   * Adds users to a group, and invites those who require it. Those who block the actor are left
   * out, as if they had declined an invitation.
   */
  public Additions add(ChatId chat, UserId actor, List<UserId> newcomers) {
    var available = new ArrayList<>(newcomers);
    available.removeAll(invitations.unavailableTo(actor, newcomers));
    var asked = invitations.requiredBy(available);
    var wanted = available.stream().distinct().filter(user -> !asked.contains(user)).toList();
    var added = new ArrayList<UserId>();
    for (int from = 0; from < wanted.size(); from += Memberships.JOIN_BATCH) {
      int to = Math.min(from + Memberships.JOIN_BATCH, wanted.size());
      added.addAll(logs.append(chat, joining(chat, actor, wanted.subList(from, to))));
    }
    invitations.remove(chat, added);
    return new Additions(added, invitations.invite(chat, actor, asked, "user_ids"));
  }

  private Append<List<UserId>> joining(ChatId chat, UserId actor, List<UserId> newcomers) {
    return head -> {
      requireLeader(access.member(chat, actor));
      var present = new HashSet<UserId>();
      all(chat).forEach(member -> present.add(member.userId()));
      var fresh = newcomers.stream().filter(user -> !present.contains(user)).toList();
      if (fresh.isEmpty()) return new AppendOutcome.Unneeded<>(fresh);
      if (present.size() + fresh.size() > Groups.MEMBERS_MAX) {
        throw new Refusal.Conflict("A group has at most 1000 members.");
      }
      users.require(fresh, "user_ids");
      var now = now();
      var members = new ArrayList<Membership>();
      var entries = new ArrayList<Message>();
      for (var user : fresh) {
        var entry =
            systemEntries.about(user, chat, head, entries.size() + 1, Kind.joined, actor, "", now);
        entries.add(entry);
        members.add(
            Membership.joined(chat, user, Role.member, now, entry.sequence(), head.ordinal()));
      }
      var joining = new Memberships.Joining(members, entries, OpenUsers.steps(fresh));
      var outcome = store.run(Memberships.JOIN, joining);
      if (outcome instanceof TransactionOutcome.Refused refused) {
        OpenUsers.requireOpen(refused, Memberships.Joining::users, "user_ids");
      }
      return outcome(outcome, entries, fresh);
    };
  }

  /** Removes a member. The owner may remove anyone, an admin only plain members. */
  public void remove(ChatId chat, UserId actor, UserId user) {
    if (actor.equals(user)) {
      leave(chat, actor);
      return;
    }
    logs.append(
        chat,
        head -> {
          var leader = access.member(chat, actor);
          requireLeader(leader);
          var member = access.find(chat, user).orElseThrow(Members::notFound);
          if (leader.role() == Role.admin && member.role() != Role.member) {
            throw new Refusal.Forbidden("Only the owner may remove an admin.");
          }
          return leaving(head, actor, user, chat);
        });
  }

  /** Leaves a group. An owner hands it over first, unless nobody else is in it. */
  public void leave(ChatId chat, UserId user) {
    logs.append(
        chat,
        head -> {
          var member = access.member(chat, user);
          if (member.role() == Role.owner && all(chat).size() > 1) {
            throw new Refusal.Conflict("Make someone else the owner before you leave.");
          }
          if (member.role() == Role.member && isDirect(chat)) {
            throw new Refusal.Forbidden("You cannot leave a direct chat. Mute it instead.");
          }
          return leaving(head, user, user, chat);
        });
  }

  private boolean isDirect(ChatId chat) {
    return store
        .run(Chats.BY_ID, new Chats.ById(chat))
        .filter(found -> !found.pair().isEmpty())
        .isPresent();
  }

  /**
   * Removes a user whose account is being closed from any chat. A group passes to the admin who
   * joined first, or else to the member who did. May be repeated.
   */
  public void withdraw(ChatId chat, UserId user) {
    logs.append(
        chat,
        head -> {
          var member = access.find(chat, user);
          if (member.isEmpty() || member.get().role() != Role.owner) {
            return new AppendOutcome.Unneeded<>(true);
          }
          var successor = successor(chat, user);
          if (successor.isEmpty()) return new AppendOutcome.Unneeded<>(true);
          return handOver(head, chat, user, successor.get());
        });
    logs.append(
        chat,
        head ->
            access.find(chat, user).isEmpty()
                ? new AppendOutcome.Unneeded<>(true)
                : leaving(head, user, user, chat));
  }

  private Optional<UserId> successor(ChatId chat, UserId owner) {
    return all(chat).stream()
        .filter(member -> !member.userId().equals(owner))
        .min(
            Comparator.comparing((Membership member) -> member.role() != Role.admin)
                .thenComparing(Membership::joinedAt)
                .thenComparing(member -> member.userId().value()))
        .map(Membership::userId);
  }

  private AppendOutcome<Boolean> leaving(LogHead head, UserId actor, UserId user, ChatId chat) {
    var entry = systemEntries.about(user, chat, head, 1, Kind.left, actor, "", now());
    boolean isRemoved = !actor.equals(user);
    var removal = new RemovedMember(user, chat, actor, entry.createdAt());
    var leaving =
        new Memberships.Leaving(
            new Memberships.Member(chat, user),
            entry,
            isRemoved ? Optional.of(removal) : Optional.empty(),
            isRemoved ? Optional.empty() : Optional.of(new RemovedMembers.Of(user, chat)));
    return outcome(store.run(Memberships.LEAVE, leaving), List.of(entry), true);
  }

  /** Changes a member's role. A new owner replaces the old one, who becomes an admin. */
  public void changeRole(ChatId chat, UserId actor, UserId user, Role role) {
    logs.append(
        chat,
        head -> {
          if (access.member(chat, actor).role() != Role.owner) {
            throw new Refusal.Forbidden("Only the owner of a group may change roles.");
          }
          if (actor.equals(user)) {
            throw new Refusal.Conflict("Make someone else the owner instead.");
          }
          var member = access.find(chat, user).orElseThrow(Members::notFound);
          if (member.role() == role) return new AppendOutcome.Unneeded<>(true);
          if (role == Role.owner) return handOver(head, chat, actor, user);
          var entry =
              systemEntries.about(user, chat, head, 1, Kind.role, actor, role.name(), now());
          var changes =
              new Memberships.RoleChanges(
                  List.of(new RoleChange(chat, user, role)), List.of(entry));
          return outcome(store.run(Memberships.CHANGE_ROLES, changes), List.of(entry), true);
        });
  }

  private AppendOutcome<Boolean> handOver(LogHead head, ChatId chat, UserId from, UserId to) {
    var now = now();
    var entries =
        List.of(
            systemEntries.about(to, chat, head, 1, Kind.role, from, Role.owner.name(), now),
            systemEntries.about(from, chat, head, 2, Kind.role, from, Role.admin.name(), now));
    var changes =
        List.of(new RoleChange(chat, to, Role.owner), new RoleChange(chat, from, Role.admin));
    return outcome(
        store.run(Memberships.CHANGE_ROLES, new Memberships.RoleChanges(changes, entries)),
        entries,
        true);
  }

  /** All members of a chat, read consistently. */
  public List<Membership> all(ChatId chat) {
    return store.stream(Memberships.OF_CHAT, new Memberships.OfChat(chat), Groups.MEMBERS_MAX + 1)
        .toList();
  }

  public Membership mute(ChatId chat, UserId user, Instant until) {
    return store
        .run(Memberships.MUTE, new Memberships.Muting(chat, user, until))
        .done()
        .orElseThrow(Refusal.NotAMember::new);
  }

  public Membership unmute(ChatId chat, UserId user) {
    return store
        .run(Memberships.UNMUTE, new Memberships.Member(chat, user))
        .done()
        .orElseThrow(Refusal.NotAMember::new);
  }

  /** Moves a chat to another place of the user's list. */
  public Membership move(ChatId chat, UserId user, ListPlace place) {
    return store
        .run(Memberships.MOVE, new Memberships.Moving(chat, user, place))
        .done()
        .orElseThrow(Refusal.NotAMember::new);
  }

  static void requireLeader(Membership actor) {
    if (actor.role() == Role.member) {
      throw new Refusal.Forbidden("Only the owner or an admin of a group may do this.");
    }
  }

  private static Refusal notFound() {
    return new Refusal.NotFound("This user is not in the chat.");
  }

  private static <T> AppendOutcome<T> outcome(
      TransactionOutcome outcome, List<Message> entries, T result) {
    return switch (outcome) {
      case TransactionOutcome.Done _ -> new AppendOutcome.Appended<>(entries, result);
      case TransactionOutcome.Refused _ -> new AppendOutcome.Overtaken<>();
    };
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}

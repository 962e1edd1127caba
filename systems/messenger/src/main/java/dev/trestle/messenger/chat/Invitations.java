package dev.trestle.messenger.chat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Users;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.message.AppendOutcome;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.message.ChatLogs;
import dev.trestle.messenger.message.LogHead;
import dev.trestle.messenger.message.SystemEntries;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.Chats.Chat;
import dev.trestle.messenger.model.GroupInvitations;
import dev.trestle.messenger.model.GroupInvitations.Accepting;
import dev.trestle.messenger.model.GroupInvitations.Invitation;
import dev.trestle.messenger.model.GroupInvitations.Inviting;
import dev.trestle.messenger.model.GroupInvitations.NewInvitation;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Invitations to groups. A user whose {@link Consent} is required gets one instead of being added,
 * and becomes a member by accepting it. It is the group's invitation: it stays valid when the one
 * who sent it leaves.
 */
public final class Invitations {
  /** More than a list of invitations shows. */
  private static final int READ_MAX = 1000;

  private static final int LISTED_MAX = 100;
  private static final int ATTEMPTS_MAX = 8;

  /** An invitation and the group it is to. */
  public record Received(Invitation invitation, Chat chat) {}

  private final Store store;
  private final ChatLogs logs;
  private final ChatAccess access;
  private final Consent consent;
  private final UserBlocks blocks;
  private final SystemEntries systemEntries;
  private final InstantSource clock;
  private final InvitationListener listener;

  public Invitations(
      Store store,
      ChatLogs logs,
      ChatAccess access,
      Consent consent,
      UserBlocks blocks,
      Ids ids,
      InstantSource clock,
      InvitationListener listener) {
    this.store = store;
    this.logs = logs;
    this.access = access;
    this.consent = consent;
    this.blocks = blocks;
    this.systemEntries = new SystemEntries(ids);
    this.clock = clock;
    this.listener = listener;
  }

  /** Those of these users that the actor cannot put into a group, because they block the actor. */
  Set<UserId> unavailableTo(UserId actor, Collection<UserId> users) {
    return blocks.blocking(actor, users);
  }

  /** Those of these users that must be invited. */
  Set<UserId> requiredBy(Collection<UserId> users) {
    return consent.requiredBy(users);
  }

  /**
   * Invites users to a group and returns those who have an open invitation now. A user who has
   * declined is not invited again until that invitation would have expired.
   *
   * @param field the request's field that names them, for the error
   */
  List<UserId> invite(ChatId chat, UserId actor, Collection<UserId> users, String field) {
    if (users.isEmpty()) return List.of();
    Members.requireLeader(access.member(chat, actor));
    var taken = members(chat);
    var fresh = users.stream().filter(user -> !taken.contains(user)).toList();
    taken.addAll(fresh);
    of(chat).forEach(invitation -> taken.add(invitation.userId()));
    if (taken.size() > Groups.MEMBERS_MAX) {
      throw new Refusal.Conflict("A group has at most 1000 members and invited users.");
    }
    var invited = new ArrayList<UserId>();
    for (int from = 0; from < fresh.size(); from += GroupInvitations.SEND_BATCH) {
      int to = Math.min(from + GroupInvitations.SEND_BATCH, fresh.size());
      invited.addAll(send(chat, actor, fresh.subList(from, to), field));
    }
    return invited;
  }

  private Set<UserId> members(ChatId chat) {
    return store.stream(Memberships.OF_CHAT, new Memberships.OfChat(chat), Groups.MEMBERS_MAX + 1)
        .map(Membership::userId)
        .collect(Collectors.toCollection(HashSet::new));
  }

  private List<UserId> send(ChatId chat, UserId actor, List<UserId> users, String field) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      var known = known(chat, users);
      var now = now();
      var fresh =
          users.stream()
              .filter(user -> !known.containsKey(user))
              .map(user -> invitation(chat, user, actor, now))
              .toList();
      if (isSent(fresh, now, field)) {
        fresh.forEach(invitation -> listener.changed(invitation, true));
        return users.stream().filter(user -> !isDeclined(known, user)).toList();
      }
    }
    throw new Refusal.Unavailable("The invitations could not be sent. Try again.");
  }

  private Map<UserId, Invitation> known(ChatId chat, List<UserId> users) {
    var keys = users.stream().map(user -> new GroupInvitations.Of(user, chat)).toList();
    var known = new HashMap<UserId, Invitation>();
    store.run(GroupInvitations.KNOWN, keys).forEach(each -> known.put(each.userId(), each));
    return known;
  }

  private static boolean isDeclined(Map<UserId, Invitation> known, UserId user) {
    return Optional.ofNullable(known.get(user)).filter(Invitation::declined).isPresent();
  }

  private static Invitation invitation(ChatId chat, UserId user, UserId actor, Instant now) {
    return new Invitation(user, chat, actor, false, now, now.plus(GroupInvitations.KEPT));
  }

  private boolean isSent(List<Invitation> fresh, Instant now, String field) {
    if (fresh.isEmpty()) return true;
    var sending =
        new Inviting(
            fresh.stream().map(each -> new NewInvitation(each, now)).toList(),
            OpenUsers.steps(fresh.stream().map(Invitation::userId).toList()));
    return switch (store.run(GroupInvitations.SEND, sending)) {
      case TransactionOutcome.Done _ -> true;
      case TransactionOutcome.Refused refused -> {
        OpenUsers.requireOpen(refused, Inviting::users, field);
        yield false;
      }
    };
  }

  /** The open invitations of a user, with their groups. */
  public List<Received> of(UserId user) {
    var open =
        store.stream(GroupInvitations.OF_USER, new GroupInvitations.OfUser(user), READ_MAX)
            .filter(invitation -> !invitation.declined())
            .limit(LISTED_MAX)
            .toList();
    if (open.isEmpty()) return List.of();
    var keys = open.stream().map(each -> new Chats.ById(each.chatId())).toList();
    var chats =
        store.run(Chats.PAGE, new Chats.OfPage(keys, List.of())).chats().stream()
            .collect(Collectors.toMap(Chat::chatId, chat -> chat));
    return open.stream()
        .flatMap(each ->
            Optional.ofNullable(chats.get(each.chatId())).stream()
                .map(chat -> new Received(each, chat)))
        .toList();
  }

  /** The open invitations to a group. One that was just sent may be missing for a moment. */
  public List<Invitation> of(ChatId chat) {
    return store.stream(GroupInvitations.OF_CHAT, new GroupInvitations.OfChat(chat), READ_MAX)
        .filter(invitation -> !invitation.declined())
        .toList();
  }

  /** Makes the user a member. Accepting twice is like accepting once. */
  public void accept(ChatId chat, UserId user) {
    var accepted = logs.append(chat, head -> accepting(head, chat, user));
    accepted.ifPresent(invitation -> listener.changed(invitation, false));
  }

  private AppendOutcome<Optional<Invitation>> accepting(LogHead head, ChatId chat, UserId user) {
    var found = find(chat, user);
    var members = members(chat);
    if (members.contains(user)) {
      remove(chat, List.of(user));
      return new AppendOutcome.Unneeded<>(found);
    }
    var invitation = found.orElseThrow(Invitations::notFound);
    if (members.isEmpty()) {
      remove(chat, List.of(user));
      throw new Refusal.NotFound("This group no longer has members.");
    }
    if (members.size() >= Groups.MEMBERS_MAX) {
      throw new Refusal.Conflict("A group has at most 1000 members.");
    }
    var now = now();
    var entry = systemEntries.about(user, chat, head, 1, Kind.joined, user, "", now);
    var member = Membership.joined(chat, user, Role.member, now, entry.sequence(), head.ordinal());
    var accepting = new Accepting(ending(chat, user), member, entry, new Users.ById(user));
    return switch (store.run(GroupInvitations.ACCEPT, accepting)) {
      case TransactionOutcome.Done _ ->
          new AppendOutcome.Appended<>(List.of(entry), Optional.of(invitation));
      case TransactionOutcome.Refused refused -> {
        requireOpen(refused);
        yield new AppendOutcome.Overtaken<>();
      }
    };
  }

  private static void requireOpen(TransactionOutcome.Refused refused) {
    boolean isClosed =
        refused
            .one(Accepting::user)
            .filter(reason -> reason.kind() == TransactionOutcome.Kind.CONDITION_FAILED)
            .isPresent();
    if (isClosed) throw new Refusal.Forbidden("Your account is being closed.");
  }

  private Optional<Invitation> find(ChatId chat, UserId user) {
    return store
        .run(GroupInvitations.FIND, new GroupInvitations.Of(user, chat))
        .filter(invitation -> !invitation.declined());
  }

  public void decline(ChatId chat, UserId user) {
    var declined =
        store
            .run(GroupInvitations.DECLINE, ending(chat, user))
            .done()
            .orElseThrow(Invitations::notFound);
    listener.changed(declined, false);
  }

  /** Withdraws an invitation. Only the owner and admins may. */
  public void withdraw(ChatId chat, UserId actor, UserId user) {
    Members.requireLeader(access.member(chat, actor));
    var withdrawn =
        store
            .run(GroupInvitations.END, ending(chat, user))
            .done()
            .orElseThrow(Invitations::notFound);
    listener.changed(withdrawn, false);
  }

  /** Removes the invitations of users who are members by now. */
  void remove(ChatId chat, List<UserId> users) {
    if (users.isEmpty()) return;
    var keys = users.stream().map(user -> new GroupInvitations.Of(user, chat)).toList();
    store.run(GroupInvitations.REMOVE, List.of(), keys);
  }

  private GroupInvitations.Ending ending(ChatId chat, UserId user) {
    return new GroupInvitations.Ending(user, chat, now());
  }

  private static Refusal notFound() {
    return new Refusal.NotFound("There is no such invitation, or no longer.");
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}

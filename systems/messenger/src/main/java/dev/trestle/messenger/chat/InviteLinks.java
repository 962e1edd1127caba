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
import dev.trestle.messenger.model.GroupInviteLinks;
import dev.trestle.messenger.model.GroupInviteLinks.InviteLink;
import dev.trestle.messenger.model.GroupInviteLinks.Joining;
import dev.trestle.messenger.model.GroupInviteLinks.Spending;
import dev.trestle.messenger.model.GroupInviteLinks.Using;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.RemovedMembers;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Links to groups. Whoever has one can join, except those who were removed from the group or whom
 * its owner or an admin blocks. It is the group's link: it stays valid when its maker leaves.
 */
public final class InviteLinks {
  /** The most live links of a group. */
  public static final int LINKS_MAX = 20;

  public static final int USES_MAX = 1000;

  /** The content of the entry with which somebody joins by a link. */
  public static final String BY_LINK = "invite_link";

  /** For how long a link is valid. */
  public enum Validity {
    hour(Duration.ofHours(1)),
    day(Duration.ofDays(1)),
    week(Duration.ofDays(7)),
    month(GroupInviteLinks.VALID_MAX);

    private final Duration duration;

    Validity(Duration duration) {
      this.duration = duration;
    }
  }

  /** A new link, with the token that is shown only once. */
  public record NewLink(InviteLink link, InviteToken token) {}

  /** What somebody with a link sees of the group before they join. */
  public record Preview(Chat chat, int members, InviteLink link) {}

  private final Store store;
  private final ChatLogs logs;
  private final ChatAccess access;
  private final Members members;
  private final UserBlocks blocks;
  private final Invitations invitations;
  private final SystemEntries systemEntries;
  private final RandomGenerator random;
  private final InstantSource clock;

  public InviteLinks(
      Store store,
      ChatLogs logs,
      ChatAccess access,
      Members members,
      UserBlocks blocks,
      Invitations invitations,
      SystemContext context) {
    this.store = store;
    this.logs = logs;
    this.access = access;
    this.members = members;
    this.blocks = blocks;
    this.invitations = invitations;
    this.systemEntries = new SystemEntries(context.ids());
    this.random = context.random();
    this.clock = context.clock();
  }

  /** Makes a link. Only the owner and admins may. */
  public NewLink create(ChatId chat, UserId actor, Validity validity, Optional<Integer> usesMax) {
    if (usesMax.filter(max -> max < 1 || max > USES_MAX).isPresent()) {
      throw new Refusal.InvalidField("max_uses", "Use 1 to 1000.");
    }
    if (of(chat, actor).size() >= LINKS_MAX) {
      throw new Refusal.Conflict("A group has at most 20 invite links. Revoke one first.");
    }
    var token = InviteToken.make(chat, random);
    var now = now();
    var link =
        new InviteLink(
            chat,
            token.key().id(),
            token.key().hash(),
            actor,
            now,
            usesMax,
            0,
            now.plus(validity.duration));
    if (store.run(GroupInviteLinks.ADD, link).done().isEmpty()) {
      throw new Refusal.Unavailable("The link could not be created. Try again.");
    }
    return new NewLink(link, token);
  }

  /** The live links of a group. Only the owner and admins see them. */
  public List<InviteLink> of(ChatId chat, UserId actor) {
    Members.requireLeader(access.member(chat, actor));
    var key = new GroupInviteLinks.OfChat(chat);
    return store.stream(GroupInviteLinks.OF_CHAT, key, 2 * LINKS_MAX).toList();
  }

  /** Revokes a link. Only the owner and admins may. Revoking twice is like once. */
  public void revoke(ChatId chat, UserId actor, String linkId) {
    Members.requireLeader(access.member(chat, actor));
    store.run(GroupInviteLinks.REVOKE, new GroupInviteLinks.Of(chat, linkId));
  }

  /** The group that a link is to. */
  public Preview preview(String token) {
    var link = find(InviteToken.parse(token).orElseThrow(InviteLinks::notValid));
    var all = members.all(link.chatId());
    var chat =
        store
            .run(Chats.BY_ID, new Chats.ById(link.chatId()))
            .filter(_ -> !all.isEmpty())
            .orElseThrow(InviteLinks::notValid);
    return new Preview(chat, all.size(), link);
  }

  /** Makes the user a member and returns the group. Joining twice is like once. */
  public ChatId join(String text, UserId user) {
    var token = InviteToken.parse(text).orElseThrow(InviteLinks::notValid);
    var chat = token.chat();
    if (access.find(chat, user).isPresent()) return chat;
    // Before the log is opened: somebody may make up the chats of tokens.
    find(token);
    logs.append(chat, head -> joining(head, token, user));
    invitations.remove(chat, List.of(user));
    return chat;
  }

  private AppendOutcome<Boolean> joining(LogHead head, InviteToken token, UserId user) {
    var chat = token.chat();
    var all = members.all(chat);
    if (all.stream().anyMatch(member -> member.userId().equals(user))) {
      return new AppendOutcome.Unneeded<>(true);
    }
    var link = find(token);
    if (all.isEmpty()) throw notValid();
    requireWelcome(chat, all, user);
    if (all.size() >= Groups.MEMBERS_MAX) throw new Refusal.Conflict("This group is full.");
    var now = now();
    var entry = systemEntries.about(user, chat, head, 1, Kind.joined, user, BY_LINK, now);
    var member = Membership.joined(chat, user, Role.member, now, entry.sequence(), head.ordinal());
    int uses = link.uses();
    boolean isLast = link.usesMax().filter(max -> uses + 1 >= max).isPresent();
    var use = new Using(chat, link.linkId(), uses, uses + 1, now);
    var lastUse = new Spending(chat, link.linkId(), uses, now);
    var joining =
        new Joining(
            isLast ? Optional.empty() : Optional.of(use),
            isLast ? Optional.of(lastUse) : Optional.empty(),
            member,
            entry,
            new Users.ById(user));
    return switch (store.run(GroupInviteLinks.JOIN, joining)) {
      case TransactionOutcome.Done _ -> new AppendOutcome.Appended<>(List.of(entry), true);
      case TransactionOutcome.Refused refused -> {
        requireOpen(refused);
        yield new AppendOutcome.Overtaken<>();
      }
    };
  }

  /** Refuses those who were removed, and those whom the owner or an admin blocks. */
  private void requireWelcome(ChatId chat, List<Membership> all, UserId user) {
    var leaders =
        all.stream()
            .filter(member -> member.role() != Role.member)
            .map(Membership::userId)
            .toList();
    boolean isRemoved =
        store.run(RemovedMembers.FIND, new RemovedMembers.Of(user, chat)).isPresent();
    if (isRemoved || !blocks.blocking(user, leaders).isEmpty()) {
      throw new Refusal.Forbidden("You cannot join this group with a link.");
    }
  }

  private static void requireOpen(TransactionOutcome.Refused refused) {
    boolean isClosed =
        refused
            .one(Joining::user)
            .filter(reason -> reason.kind() == TransactionOutcome.Kind.CONDITION_FAILED)
            .isPresent();
    if (isClosed) throw new Refusal.Forbidden("Your account is being closed.");
  }

  private InviteLink find(InviteToken token) {
    return store
        .run(GroupInviteLinks.FIND, new GroupInviteLinks.Of(token.chat(), token.key().id()))
        .filter(link -> token.key().isOf(link.hash()))
        .orElseThrow(InviteLinks::notValid);
  }

  /** The same whether it never existed, expired, was used up or revoked. */
  private static Refusal notValid() {
    return new Refusal.NotFound("This invite link is not valid, or no longer.");
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}

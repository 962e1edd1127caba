package dev.trestle.messenger.chat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.profile.Profiles;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.message.AppendOutcome;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.message.ChatLogs;
import dev.trestle.messenger.message.SystemEntries;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.Chats.Chat;
import dev.trestle.messenger.model.Chats.ChatType;
import dev.trestle.messenger.model.ColdChats.ColdChat;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** Chats of many users, with a name. */
public final class Groups {
  public static final int MEMBERS_MAX = 1000;
  private static final int NAME_MAX = 128;

  private final Store store;
  private final ChatLogs logs;
  private final ChatAccess access;
  private final Invitations invitations;
  private final OpenUsers users;
  private final EarlyMembers earlyMembers;
  private final SystemEntries systemEntries;
  private final Ids ids;
  private final InstantSource clock;

  public Groups(
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
    this.earlyMembers = new EarlyMembers(store, clock);
    this.systemEntries = new SystemEntries(ids);
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Creates a group of these users and its owner, and invites those who require it. Those who block
   * the owner are left out.
   */
  public Chat create(UserId owner, String name, List<UserId> others) {
    var checkedName = checked(name);
    var distinct = new LinkedHashSet<>(others);
    distinct.remove(owner);
    if (distinct.size() >= MEMBERS_MAX) {
      throw new Refusal.InvalidField("member_ids", "A group has at most 1000 members.");
    }
    users.require(distinct, "member_ids");
    distinct.removeAll(invitations.unavailableTo(owner, distinct));
    var asked = invitations.requiredBy(distinct);
    distinct.removeAll(asked);
    var all = new ArrayList<UserId>(distinct);
    all.addFirst(owner);
    int first = Math.min(all.size(), Chats.FIRST_MEMBERS);
    var id = ChatId.next(ids);
    earlyMembers.add(id, all.subList(first, all.size()));
    var chat = open(id, owner, checkedName, all.subList(0, first));
    invitations.invite(id, owner, asked, "member_ids");
    return chat;
  }

  private static String checked(String name) {
    var stripped = name.strip();
    boolean hasControlCharacter = stripped.chars().anyMatch(c -> c < ' ');
    if (stripped.isEmpty() || stripped.length() > NAME_MAX || hasControlCharacter) {
      throw new Refusal.InvalidField("name", "Enter 1 to 128 characters.");
    }
    return stripped;
  }

  private Chat open(ChatId id, UserId owner, String name, List<UserId> first) {
    return logs.append(
        id,
        head -> {
          if (head.sequence() > 0) throw EarlyMembers.notCreated();
          var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
          var chat = new Chat(id, ChatType.group, Optional.of(name), List.of(), owner, now, now);
          var entry = systemEntries.of(id, 1, 0, Kind.created, owner, name, now);
          var opening =
              new Chats.Opening(
                  chat,
                  first.stream().map(user -> member(id, user, owner, now)).toList(),
                  OpenUsers.steps(first),
                  Optional.empty(),
                  List.of(),
                  entry,
                  ColdChat.of(id, now));
          return switch (store.run(Chats.OPEN, opening)) {
            case TransactionOutcome.Done _ -> new AppendOutcome.Appended<>(List.of(entry), chat);
            case TransactionOutcome.Refused refused -> {
              OpenUsers.requireOpen(refused, Chats.Opening::users, "member_ids");
              yield new AppendOutcome.Overtaken<>();
            }
          };
        });
  }

  private static Membership member(ChatId chat, UserId user, UserId owner, Instant now) {
    var role = user.equals(owner) ? Role.owner : Role.member;
    return Membership.joined(chat, user, role, now, 1, 0);
  }

  /** Renames a group. Only the owner and admins may. */
  public Chat rename(ChatId id, UserId actor, String name) {
    var checkedName = checked(name);
    return logs.append(
        id,
        head -> {
          Members.requireLeader(access.member(id, actor));
          var chat =
              store.run(Chats.BY_ID, new Chats.ById(id)).orElseThrow(Refusal.NotAMember::new);
          var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
          long next = head.sequence() + 1;
          var entry =
              systemEntries.of(id, next, head.ordinal(), Kind.renamed, actor, checkedName, now);
          var naming = new Chats.Naming(new Chats.Renaming(id, checkedName, now), entry);
          return switch (store.run(Chats.RENAME, naming)) {
            case TransactionOutcome.Done _ ->
                new AppendOutcome.Appended<>(List.of(entry), renamed(chat, checkedName, now));
            case TransactionOutcome.Refused _ -> new AppendOutcome.Overtaken<>();
          };
        });
  }

  private static Chat renamed(Chat chat, String name, Instant now) {
    return new Chat(
        chat.chatId(),
        chat.chatType(),
        Optional.of(name),
        chat.pair(),
        chat.createdBy(),
        chat.createdAt(),
        now);
  }
}

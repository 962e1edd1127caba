package dev.trestle.messenger.chat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.profile.Profiles;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.message.AppendOutcome;
import dev.trestle.messenger.message.ChatLogs;
import dev.trestle.messenger.message.SystemEntries;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.Chats.Chat;
import dev.trestle.messenger.model.Chats.ChatType;
import dev.trestle.messenger.model.ColdChats.ColdChat;
import dev.trestle.messenger.model.DirectPairs;
import dev.trestle.messenger.model.DirectPairs.Pair;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Chats of two users. Each pair has at most one. */
public final class DirectChats {
  private final Store store;
  private final ChatLogs logs;
  private final OpenUsers users;
  private final SystemEntries systemEntries;
  private final Ids ids;
  private final InstantSource clock;

  public DirectChats(Store store, ChatLogs logs, Profiles profiles, Ids ids, InstantSource clock) {
    this.store = store;
    this.logs = logs;
    this.users = new OpenUsers(profiles);
    this.systemEntries = new SystemEntries(ids);
    this.ids = ids;
    this.clock = clock;
  }

  /** Returns the chat of two users, and creates it if they have none. */
  public DirectChat open(UserId creator, UserId other) {
    if (creator.equals(other)) {
      throw new Refusal.InvalidField("member_ids", "You cannot chat with yourself.");
    }
    var pair = Pair.of(creator, other);
    var known = store.run(DirectPairs.FIND, pair);
    if (known.isPresent()) return existing(known.get().chatId());
    users.require(List.of(other), "member_ids");
    return create(creator, pair);
  }

  private DirectChat create(UserId creator, Pair pair) {
    var id = ChatId.next(ids);
    return logs.append(
        id,
        _ -> {
          var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
          var both = List.of(pair.lower(), pair.higher());
          var chat = new Chat(id, ChatType.direct, Optional.empty(), both, creator, now, now);
          var entry = systemEntries.of(id, 1, 0, Kind.created, creator, "", now);
          var opening =
              new Chats.Opening(
                  chat,
                  both.stream().map(user -> member(id, user, now)).toList(),
                  OpenUsers.steps(both),
                  Optional.of(new DirectPairs.DirectPair(pair.lower(), pair.higher(), id)),
                  UserBlocks.none(pair),
                  entry,
                  ColdChat.of(id, now));
          return switch (store.run(Chats.OPEN, opening)) {
            case TransactionOutcome.Done _ ->
                new AppendOutcome.Appended<>(List.of(entry), new DirectChat(chat, false));
            case TransactionOutcome.Refused refused -> refused(refused, creator, pair);
          };
        });
  }

  /** If the other user created the chat at the same moment, it is that chat. */
  private AppendOutcome<DirectChat> refused(
      TransactionOutcome.Refused refused, UserId creator, Pair pair) {
    OpenUsers.requireOpen(refused, Chats.Opening::users, "member_ids");
    UserBlocks.requireNone(refused, creator, pair);
    return refused
        .one(Chats.Opening::pair)
        .flatMap(reason -> reason.current(DirectPairs.DIRECT_PAIR))
        .<AppendOutcome<DirectChat>>map(
            other -> new AppendOutcome.Unneeded<>(existing(other.chatId())))
        .orElseGet(AppendOutcome.Overtaken::new);
  }

  private static Membership member(ChatId chat, UserId user, Instant now) {
    return Membership.joined(chat, user, Role.member, now, 1, 0);
  }

  private DirectChat existing(ChatId chat) {
    return store
        .run(Chats.BY_ID, new Chats.ById(chat))
        .map(found -> new DirectChat(found, true))
        .orElseThrow(() -> new Refusal.Unavailable("The chat is being created. Try again."));
  }
}

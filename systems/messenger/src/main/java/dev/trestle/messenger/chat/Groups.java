package dev.trestle.messenger.chat;

import dev.trestle.messenger.Ids;
import dev.trestle.messenger.Refused;
import dev.trestle.messenger.message.Access;
import dev.trestle.messenger.message.Attempt;
import dev.trestle.messenger.message.Events;
import dev.trestle.messenger.message.Log;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.Chats.Chat;
import dev.trestle.messenger.model.Chats.ChatType;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.UserId;
import dev.trestle.messenger.model.Users;
import dev.trestle.messenger.people.People;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Chats of many, with a name. */
public final class Groups {
  public static final int MEMBERS_MAX = 1000;
  private static final int NAME_MAX = 128;

  private final Store store;
  private final Log log;
  private final Access access;
  private final People people;
  private final Gathering gathering;
  private final Events events;
  private final Ids ids;
  private final InstantSource clock;

  public Groups(Store store, Log log, Access access, People people, Ids ids, InstantSource clock) {
    this.store = store;
    this.log = log;
    this.access = access;
    this.people = people;
    this.gathering = new Gathering(store, clock);
    this.events = new Events(ids);
    this.ids = ids;
    this.clock = clock;
  }

  /** A new group of these people and its creator, who owns it. */
  public Chat open(UserId owner, String name, List<UserId> others) {
    var tidy = tidy(name);
    var first = new LinkedHashSet<>(others);
    first.remove(owner);
    if (first.size() >= MEMBERS_MAX) {
      throw Refused.invalid("member_ids", "A group has at most 1000 members.");
    }
    mustBeHere(first);
    var all = new ArrayList<UserId>(first);
    all.addFirst(owner);
    int last = Math.min(all.size(), Chats.FIRST_MEMBERS);
    var id = ids.chat();
    gathering.gather(id, all.subList(last, all.size()));
    return make(id, owner, tidy, all.subList(0, last));
  }

  private void mustBeHere(Set<UserId> others) {
    var known = people.named(others);
    for (var user : others) {
      var found = Optional.ofNullable(known.get(user)).flatMap(there -> there.phoneNumber());
      if (found.isEmpty()) throw Gathering.nobody();
    }
  }

  private static String tidy(String name) {
    var tidy = name.strip();
    if (tidy.isEmpty() || tidy.length() > NAME_MAX || tidy.chars().anyMatch(c -> c < ' ')) {
      throw Refused.invalid("name", "1 to 128 characters are expected.");
    }
    return tidy;
  }

  private Chat make(ChatId id, UserId owner, String name, List<UserId> first) {
    return log.append(
        id,
        head -> {
          if (head.sequence() > 0) throw Gathering.disturbed();
          var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
          var chat = new Chat(id, ChatType.group, Optional.of(name), List.of(), owner, now, now);
          var entry = events.of(id, 1, 0, Kind.created, owner, name, now);
          var opening =
              new Chats.Opening(
                  chat,
                  first.stream().map(user -> member(id, user, owner, now)).toList(),
                  first.stream().map(Users.ById::new).toList(),
                  Optional.empty(),
                  entry);
          return switch (store.run(Chats.OPEN, opening)) {
            case TransactionOutcome.Done _ -> new Attempt.Appended<>(List.of(entry), chat);
            case TransactionOutcome.Refused refused -> {
              if (Members.isGone(refused, Chats.Opening::here)) throw Gathering.nobody();
              yield new Attempt.Overtaken<>();
            }
          };
        });
  }

  private static Membership member(ChatId chat, UserId user, UserId owner, Instant now) {
    var role = user.equals(owner) ? Role.owner : Role.member;
    return new Membership(chat, user, role, now, Optional.empty(), 1, 0);
  }

  /** Another name, given by the owner or an admin. */
  public Chat rename(ChatId id, UserId actor, String name) {
    var tidy = tidy(name);
    return log.append(
        id,
        head -> {
          var chat = mustLead(id, actor);
          var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
          var entry =
              events.of(id, head.sequence() + 1, head.ordinal(), Kind.renamed, actor, tidy, now);
          var naming = new Chats.Naming(new Chats.Renaming(id, tidy, now), entry);
          return switch (store.run(Chats.RENAME, naming)) {
            case TransactionOutcome.Done _ ->
                new Attempt.Appended<>(
                    List.of(entry),
                    new Chat(
                        id,
                        chat.chatType(),
                        Optional.of(tidy),
                        chat.pair(),
                        chat.createdBy(),
                        chat.createdAt(),
                        now));
            case TransactionOutcome.Refused _ -> new Attempt.Overtaken<>();
          };
        });
  }

  private Chat mustLead(ChatId id, UserId actor) {
    if (access.member(id, actor).role() == Role.member) {
      throw Refused.forbidden("Only the owner or an admin of a group may do this.");
    }
    return store.run(Chats.M3, new Chats.ById(id)).orElseThrow(Refused::notAMember);
  }
}

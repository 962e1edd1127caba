package dev.trestle.messenger.chat;

import dev.trestle.messenger.Ids;
import dev.trestle.messenger.Refused;
import dev.trestle.messenger.message.Attempt;
import dev.trestle.messenger.message.Events;
import dev.trestle.messenger.message.Log;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.Chats.Chat;
import dev.trestle.messenger.model.Chats.ChatType;
import dev.trestle.messenger.model.Claims;
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
import java.util.List;
import java.util.Optional;

/** Chats of two; any two have one. */
public final class DirectChats {
  private final Store store;
  private final Log log;
  private final People people;
  private final Events events;
  private final Ids ids;
  private final InstantSource clock;

  public DirectChats(Store store, Log log, People people, Ids ids, InstantSource clock) {
    this.store = store;
    this.log = log;
    this.people = people;
    this.events = new Events(ids);
    this.ids = ids;
    this.clock = clock;
  }

  /** The chat of the two; made if there is none. */
  public Opened open(UserId one, UserId other) {
    if (one.equals(other)) {
      throw Refused.invalid("member_ids", "A direct chat is with somebody else.");
    }
    var pair = pair(one, other);
    var known = store.run(Claims.CHAT_OF, pair);
    if (known.isPresent()) return existing(known.get().chatId());
    if (people.find(other).flatMap(user -> user.phoneNumber()).isEmpty()) throw nobody();
    return make(one, pair);
  }

  private static Refused nobody() {
    return Refused.invalid("member_ids", "There is no such user.");
  }

  static Claims.OfPair pair(UserId one, UserId other) {
    return one.value().compareTo(other.value()) < 0
        ? new Claims.OfPair(one, other)
        : new Claims.OfPair(other, one);
  }

  private Opened make(UserId creator, Claims.OfPair pair) {
    var id = ids.chat();
    return log.append(
        id,
        head -> {
          var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
          var both = List.of(pair.lower(), pair.higher());
          var chat = new Chat(id, ChatType.direct, Optional.empty(), both, creator, now, now);
          var entry = events.of(id, 1, 0, Kind.created, creator, "", now);
          var opening =
              new Chats.Opening(
                  chat,
                  both.stream().map(user -> member(id, user, now)).toList(),
                  both.stream().map(Users.ById::new).toList(),
                  Optional.of(new Claims.DirectClaim(pair.lower(), pair.higher(), id)),
                  entry);
          return switch (store.run(Chats.OPEN, opening)) {
            case TransactionOutcome.Done _ ->
                new Attempt.Appended<>(List.of(entry), new Opened(chat, false));
            case TransactionOutcome.Refused refused -> {
              if (Members.isGone(refused, Chats.Opening::here)) throw nobody();
              yield refused
                  .one(Chats.Opening::claim)
                  .flatMap(reason -> reason.current(Claims.DIRECT))
                  .<Attempt<Opened>>map(claim -> new Attempt.Unneeded<>(existing(claim.chatId())))
                  .orElseGet(Attempt.Overtaken::new);
            }
          };
        });
  }

  private static Membership member(ChatId chat, UserId user, Instant now) {
    return new Membership(chat, user, Role.member, now, Optional.empty(), 1, 0);
  }

  private Opened existing(ChatId chat) {
    return store
        .run(Chats.M3, new Chats.ById(chat))
        .map(found -> new Opened(found, true))
        .orElseThrow(
            () -> Refused.of(Refused.Code.SERVICE_UNAVAILABLE, "The chat is not there yet."));
  }
}

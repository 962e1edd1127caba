package dev.trestle.messenger;

import dev.trestle.messenger.chat.ChatList;
import dev.trestle.messenger.chat.Members;
import dev.trestle.messenger.identity.Logins;
import dev.trestle.messenger.message.Access;
import dev.trestle.messenger.message.History;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.Claims;
import dev.trestle.messenger.model.DeliveryStates;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.Sessions.Session;
import dev.trestle.messenger.model.UserId;
import dev.trestle.messenger.model.Users;
import dev.trestle.messenger.model.Users.User;
import dev.trestle.messenger.people.People;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** All that one has here: to take along, or to leave nothing behind. */
public final class Account {
  private static final int CHATS_MAX = 2000;
  private static final String NOBODY = "deleted user";

  /** So far an index of DynamoDB is behind its table, as a rule much less. */
  private static final Duration INDEX_LAG = Duration.ofSeconds(1);

  /** Is shown everything. */
  public interface Visitor {
    void user(User user);

    void session(Session session);

    void chat(ChatList.Line chat);

    void state(DeliveryState state);

    void message(Message message);
  }

  private final Store store;
  private final People people;
  private final Logins logins;
  private final ChatList chats;
  private final Members members;
  private final Access access;
  private final History history;
  private final InstantSource clock;

  Account(
      Store store,
      People people,
      Logins logins,
      ChatList chats,
      Members members,
      Access access,
      History history,
      InstantSource clock) {
    this.store = store;
    this.people = people;
    this.logins = logins;
    this.chats = chats;
    this.members = members;
    this.access = access;
    this.history = history;
    this.clock = clock;
  }

  /** Shows all of it, with the chats one is a member of now. */
  public void export(UserId user, Visitor visitor) {
    visitor.user(people.me(user));
    logins.of(user).forEach(visitor::session);
    chats.states(user).values().forEach(visitor::state);
    for (var line : chats.of(user, Optional.empty(), CHATS_MAX).lines()) {
      var chat = line.chat().chatId();
      visitor.chat(line);
      long last = 0;
      boolean more = true;
      while (more) {
        // Who is removed meanwhile gets no further.
        var member = access.find(chat, user);
        if (member.isEmpty()) break;
        var stretch = history.after(member.get(), last, Messages.PAGE);
        stretch.entries().forEach(visitor::message);
        if (!stretch.entries().isEmpty()) last = stretch.entries().getLast().sequence();
        more = stretch.more() && !stretch.entries().isEmpty();
      }
    }
  }

  /**
   * Removes profile, sessions, claims and memberships; what they wrote stays, from a deleted user.
   * First of all nobody can be added to a chat any more who is leaving, so that what is found then
   * is all there is. The number goes last: until then it can be done again, and a login does it.
   */
  public void close(UserId user) {
    var known = people.me(user);
    var number = known.phoneNumber().orElseThrow(Account::gone);
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    if (!store.run(Users.CLOSING, new Users.Leaving(user, now)).isDone()) throw gone();
    long marked = System.nanoTime();
    logins.revokeAll(user, Optional.empty());
    withdraw(user);
    // The index may not yet show a chat that somebody added them to just before.
    sleepUntil(marked + INDEX_LAG.toNanos());
    withdraw(user);
    forgetStates(user);
    store.run(
        Claims.CLOSE,
        new Claims.Closing(
            new Users.Renaming(user, NOBODY, now), new Claims.Freeing(number, user)));
  }

  private static Refused gone() {
    return Refused.of(Refused.Code.UNAUTHORIZED, "This account is not there.");
  }

  private static void sleepUntil(long nanos) {
    try {
      Thread.sleep(Duration.ofNanos(Math.max(0, nanos - System.nanoTime())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refused.of(Refused.Code.SERVICE_UNAVAILABLE, "The server is shutting down.");
    }
  }

  /** Finishes what a crash has left half done; whether there was something to finish. */
  public boolean finishClosing(User user) {
    if (user.closingAt().isEmpty()) return false;
    close(user.userId());
    return true;
  }

  private void withdraw(UserId user) {
    for (var membership : memberships(user)) {
      var chat = membership.chatId();
      var known = store.run(Chats.FRESH, new Chats.ById(chat));
      if (known.isEmpty()) {
        // A group that is being made: it has no log yet to tell of anybody.
        store.run(Memberships.M8, new Memberships.Member(chat, user));
        continue;
      }
      members.withdraw(chat, user);
      var pair = known.get().pair();
      if (pair.size() == 2) {
        store.run(Claims.PART, new Claims.OfPair(pair.get(0), pair.get(1)));
      }
    }
  }

  private List<Memberships.Membership> memberships(UserId user) {
    return store.stream(Memberships.M5, new Memberships.OfUser(user), CHATS_MAX).toList();
  }

  private void forgetStates(UserId user) {
    var keys =
        store.stream(DeliveryStates.M18, new DeliveryStates.OfUser(user), CHATS_MAX)
            .map(state -> new DeliveryStates.Of(user, state.chatId()))
            .toList();
    if (!keys.isEmpty()) store.run(DeliveryStates.REMOVE_ALL, List.of(), keys);
  }
}

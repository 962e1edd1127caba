package dev.trestle.messenger.chat;

import dev.trestle.messenger.Ids;
import dev.trestle.messenger.Refused;
import dev.trestle.messenger.message.Access;
import dev.trestle.messenger.message.Attempt;
import dev.trestle.messenger.message.Events;
import dev.trestle.messenger.message.Log;
import dev.trestle.messenger.message.Position;
import dev.trestle.messenger.message.Step;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Memberships.Promotion;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.UserId;
import dev.trestle.messenger.model.Users;
import dev.trestle.messenger.people.People;
import dev.trestle.model.Ref;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * Who is in a group, with which role. A direct chat has no owner and no admin, so nobody may change
 * who is in it.
 */
public final class Members {
  /** Until when a chat is muted if nobody says. */
  public static final Instant ALWAYS = Instant.parse("9999-12-31T00:00:00Z");

  private final Store store;
  private final Log log;
  private final Access access;
  private final People people;
  private final Events events;
  private final InstantSource clock;

  public Members(Store store, Log log, Access access, People people, Ids ids, InstantSource clock) {
    this.store = store;
    this.log = log;
    this.access = access;
    this.people = people;
    this.events = new Events(ids);
    this.clock = clock;
  }

  /** Those of these people who were not in the group yet, and are now. */
  public List<UserId> add(ChatId chat, UserId actor, List<UserId> users) {
    var added = new ArrayList<UserId>();
    var wanted = List.copyOf(new LinkedHashSet<>(users));
    for (int from = 0; from < wanted.size(); from += Memberships.JOIN_BATCH) {
      int to = Math.min(from + Memberships.JOIN_BATCH, wanted.size());
      added.addAll(log.append(chat, joining(chat, actor, wanted.subList(from, to))));
    }
    return added;
  }

  private Step<List<UserId>> joining(ChatId chat, UserId actor, List<UserId> users) {
    return head -> {
      mustLead(access.member(chat, actor));
      var there = new HashSet<UserId>();
      all(chat).forEach(member -> there.add(member.userId()));
      var fresh = users.stream().filter(user -> !there.contains(user)).toList();
      if (fresh.isEmpty()) return new Attempt.Unneeded<>(fresh);
      if (there.size() + fresh.size() > Groups.MEMBERS_MAX) {
        throw Refused.conflict("A group has at most 1000 members.");
      }
      mustBeHere(fresh);
      var now = now();
      var members = new ArrayList<Membership>();
      var entries = new ArrayList<Message>();
      for (var user : fresh) {
        var entry = events.about(user, chat, head, entries.size() + 1, Kind.joined, actor, "", now);
        entries.add(entry);
        members.add(
            new Membership(
                chat, user, Role.member, now, Optional.empty(), entry.sequence(), head.ordinal()));
      }
      var here = fresh.stream().map(Users.ById::new).toList();
      var outcome = store.run(Memberships.JOIN, new Memberships.Joining(members, entries, here));
      if (outcome instanceof TransactionOutcome.Refused refused
          && isGone(refused, Memberships.Joining::here)) {
        throw nobody();
      }
      return ended(outcome, entries, fresh);
    };
  }

  /** Whether one who should come closes the account, or has closed it. */
  static <P> boolean isGone(TransactionOutcome.Refused refused, Ref<P, List<Users.ById>> here) {
    return refused.of(here).stream()
        .anyMatch(reason -> reason.kind() == TransactionOutcome.Kind.CONDITION_FAILED);
  }

  private static Refused nobody() {
    return Refused.invalid("user_ids", "There is no such user.");
  }

  private void mustBeHere(List<UserId> users) {
    var known = people.named(users);
    for (var user : users) {
      var found = Optional.ofNullable(known.get(user)).flatMap(there -> there.phoneNumber());
      if (found.isEmpty()) throw nobody();
    }
  }

  /** Removes somebody: the owner anyone, an admin those who are neither. */
  public void remove(ChatId chat, UserId actor, UserId user) {
    if (actor.equals(user)) {
      leave(chat, actor);
      return;
    }
    log.append(
        chat,
        head -> {
          var leader = access.member(chat, actor);
          mustLead(leader);
          var member = access.find(chat, user).orElseThrow(Members::notThere);
          if (leader.role() == Role.admin && member.role() != Role.member) {
            throw Refused.forbidden("Only the owner may remove an admin.");
          }
          return leaving(head, actor, user, chat);
        });
  }

  /** Goes; an owner hands over first, unless nobody else is there. */
  public void leave(ChatId chat, UserId user) {
    log.append(
        chat,
        head -> {
          var member = access.member(chat, user);
          if (member.role() == Role.owner && all(chat).size() > 1) {
            throw Refused.conflict("Hand the group over before you leave it.");
          }
          if (member.role() == Role.member && isDirect(chat)) {
            throw Refused.forbidden("A direct chat cannot be left; mute it instead.");
          }
          return leaving(head, user, user, chat);
        });
  }

  private boolean isDirect(ChatId chat) {
    return store
        .run(Chats.M3, new Chats.ById(chat))
        .filter(found -> !found.pair().isEmpty())
        .isPresent();
  }

  /**
   * Goes because the account does, from any chat: what they owned passes to the longest-serving
   * admin, or member.
   */
  public void withdraw(ChatId chat, UserId user) {
    log.append(
        chat,
        head -> {
          var member = access.find(chat, user);
          if (member.isEmpty() || member.get().role() != Role.owner) {
            return new Attempt.Unneeded<>(true);
          }
          var heir = heir(chat, user);
          if (heir.isEmpty()) return new Attempt.Unneeded<>(true);
          return handOver(head, chat, user, heir.get());
        });
    log.append(
        chat,
        head ->
            access.find(chat, user).isEmpty()
                ? new Attempt.Unneeded<>(true)
                : leaving(head, user, user, chat));
  }

  private Optional<UserId> heir(ChatId chat, UserId owner) {
    return all(chat).stream()
        .filter(member -> !member.userId().equals(owner))
        .min(
            Comparator.comparing((Membership member) -> member.role() != Role.admin)
                .thenComparing(Membership::joinedAt)
                .thenComparing(member -> member.userId().value()))
        .map(Membership::userId);
  }

  private Attempt<Boolean> leaving(Position head, UserId actor, UserId user, ChatId chat) {
    var entry = events.about(user, chat, head, 1, Kind.left, actor, "", now());
    var leaving = new Memberships.Leaving(new Memberships.Member(chat, user), entry);
    return ended(store.run(Memberships.LEAVE, leaving), List.of(entry), true);
  }

  /** Gives a role; that of the owner is handed over, and who had it stays as an admin. */
  public void promote(ChatId chat, UserId actor, UserId user, Role role) {
    log.append(
        chat,
        head -> {
          if (access.member(chat, actor).role() != Role.owner) {
            throw Refused.forbidden("Only the owner of a group may give roles.");
          }
          if (actor.equals(user)) {
            throw Refused.conflict("Make somebody else the owner instead.");
          }
          var member = access.find(chat, user).orElseThrow(Members::notThere);
          if (member.role() == role) return new Attempt.Unneeded<>(true);
          if (role == Role.owner) return handOver(head, chat, actor, user);
          var entry = events.about(user, chat, head, 1, Kind.role, actor, role.name(), now());
          var promoting =
              new Memberships.Promoting(List.of(new Promotion(chat, user, role)), List.of(entry));
          return ended(store.run(Memberships.ROLES, promoting), List.of(entry), true);
        });
  }

  private Attempt<Boolean> handOver(Position head, ChatId chat, UserId from, UserId to) {
    var now = now();
    var entries =
        List.of(
            events.about(to, chat, head, 1, Kind.role, from, Role.owner.name(), now),
            events.about(from, chat, head, 2, Kind.role, from, Role.admin.name(), now));
    var promotions =
        List.of(new Promotion(chat, to, Role.owner), new Promotion(chat, from, Role.admin));
    return ended(
        store.run(Memberships.ROLES, new Memberships.Promoting(promotions, entries)),
        entries,
        true);
  }

  /** Everybody in a chat, by consistent pages. */
  public List<Membership> all(ChatId chat) {
    return store.stream(Memberships.M4, new Memberships.OfChat(chat), Groups.MEMBERS_MAX + 1)
        .toList();
  }

  public Membership mute(ChatId chat, UserId user, Instant until) {
    return store
        .run(Memberships.MUTE, new Memberships.Muting(chat, user, until))
        .done()
        .orElseThrow(Refused::notAMember);
  }

  public Membership unmute(ChatId chat, UserId user) {
    return store
        .run(Memberships.UNMUTE, new Memberships.Member(chat, user))
        .done()
        .orElseThrow(Refused::notAMember);
  }

  private static void mustLead(Membership actor) {
    if (actor.role() == Role.member) {
      throw Refused.forbidden("Only the owner or an admin of a group may do this.");
    }
  }

  private static Refused notThere() {
    return Refused.of(Refused.Code.NOT_FOUND, "This user is not in the chat.");
  }

  private static <T> Attempt<T> ended(TransactionOutcome outcome, List<Message> entries, T result) {
    return switch (outcome) {
      case TransactionOutcome.Done _ -> new Attempt.Appended<>(entries, result);
      case TransactionOutcome.Refused _ -> new Attempt.Overtaken<>();
    };
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}

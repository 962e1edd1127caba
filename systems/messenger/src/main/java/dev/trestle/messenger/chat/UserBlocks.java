package dev.trestle.messenger.chat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Users;
import dev.trestle.accounts.profile.Profiles;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.Blocks;
import dev.trestle.messenger.model.Blocks.Block;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.DirectPairs;
import dev.trestle.messenger.model.DirectPairs.DirectPair;
import dev.trestle.messenger.model.DirectPairs.Pair;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Users who block others. Between the two nothing is written in their direct chat and none is
 * opened, and the blocked one cannot put the other into a group. The blocked user is not told.
 */
public final class UserBlocks {
  public static final int BLOCKS_MAX = 1000;
  private static final int ATTEMPTS_MAX = 8;

  private final Store store;
  private final OpenUsers users;
  private final InstantSource clock;
  private final BlockListener listener;

  public UserBlocks(Store store, Profiles profiles, InstantSource clock, BlockListener listener) {
    this.store = store;
    this.users = new OpenUsers(profiles);
    this.clock = clock;
    this.listener = listener;
  }

  /** Holds for all requests that begin after this returns. Blocking twice is like once. */
  public void block(UserId user, UserId other) {
    if (user.equals(other)) {
      throw new Refusal.InvalidField("user_id", "You cannot block yourself.");
    }
    var known = of(user);
    if (known.stream().anyMatch(block -> block.blockedId().equals(other))) return;
    if (known.size() >= BLOCKS_MAX) {
      throw new Refusal.Conflict("You can block at most 1000 people.");
    }
    users.require(List.of(other), "user_id");
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      if (store.run(Blocks.ADD, blocking(user, other)).isDone()) {
        listener.changed(user, other, true);
        return;
      }
    }
    throw notSaved();
  }

  private Blocks.Blocking blocking(UserId user, UserId other) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var pair = Pair.of(user, other);
    var chat = store.run(DirectPairs.FIND, pair).map(DirectPair::chatId);
    return new Blocks.Blocking(
        new Block(user, other, now),
        new Users.ById(user),
        chat.map(id -> new Memberships.Blocked(id, user, now)),
        chat.map(id -> new Memberships.Blocked(id, other, now)),
        chat.isPresent() ? Optional.empty() : Optional.of(pair));
  }

  /** Unblocking someone who is not blocked changes nothing. */
  public void unblock(UserId user, UserId other) {
    if (user.equals(other)) return;
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      var chat = store.run(DirectPairs.FIND, Pair.of(user, other)).map(DirectPair::chatId);
      var unblocking =
          new Blocks.Unblocking(
              new Blocks.Of(user, other),
              chat.map(id -> new Memberships.Member(id, user)),
              chat.map(id -> new Memberships.Member(id, other)));
      if (store.run(Blocks.END, unblocking).isDone()) {
        listener.changed(user, other, false);
        return;
      }
    }
    throw notSaved();
  }

  private static Refusal notSaved() {
    return new Refusal.Unavailable("This could not be saved. Try again.");
  }

  /** The users whom a user blocks. */
  public List<Block> of(UserId user) {
    return store.stream(Blocks.OF_USER, new Blocks.OfUser(user), BLOCKS_MAX).toList();
  }

  /** Those of these users who block another one. */
  Set<UserId> blocking(UserId other, Collection<UserId> users) {
    var keys = users.stream().distinct().map(user -> new Blocks.Of(user, other)).toList();
    if (keys.isEmpty()) return Set.of();
    return store.run(Blocks.AMONG, keys).stream().map(Block::userId).collect(Collectors.toSet());
  }

  /** The two conditions of a new direct chat. */
  static List<Blocks.Of> none(Pair pair) {
    return List.of(
        new Blocks.Of(pair.lower(), pair.higher()), new Blocks.Of(pair.higher(), pair.lower()));
  }

  /** Throws if a chat was refused because one of the two blocks the other. */
  static void requireNone(TransactionOutcome.Refused refused, UserId creator, Pair pair) {
    for (var reason : refused.of(Chats.Opening::blocks)) {
      if (reason.kind() != TransactionOutcome.Kind.CONDITION_FAILED) continue;
      var block = none(pair).get(reason.element().orElseThrow());
      throw new Refusal.Blocked(block.userId().equals(creator));
    }
  }

  /** Removes the blocks of a user whose account is being closed. */
  void erase(UserId user) {
    var keys = of(user).stream().map(block -> new Blocks.Of(user, block.blockedId())).toList();
    if (!keys.isEmpty()) store.run(Blocks.ERASE, List.of(), keys);
  }
}

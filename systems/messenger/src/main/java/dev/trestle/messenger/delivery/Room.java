package dev.trestle.messenger.delivery;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;

/**
 * The members of one chat, and the last entry that was delivered to them on this server. Entries
 * come more than once or with gaps; each goes out once and in order, and what is missing is read.
 */
class Room {
  private static final int MEMBERS_MAX = 2000;

  private final ChatId chat;
  private final Store store;

  /** Guards all below. */
  private final ReentrantLock lock = new ReentrantLock();

  private boolean isLoaded;

  /** The last entry that was delivered; empty if the room was loaded for something else. */
  private OptionalLong last = OptionalLong.empty();

  /** The members were read after this entry. */
  private long loadedAt;

  /** The members, each with the entry that records the joining. */
  private final Map<UserId, Long> members = new HashMap<>();

  Room(ChatId chat, Store store) {
    this.chat = chat;
    this.store = store;
  }

  /** Delivers those of these entries that are new, and those before them that are missing. */
  void deliver(List<Message> entries, BiConsumer<Message, List<UserId>> out) {
    lock.lock();
    try {
      load(entries.getFirst().sequence() - 1);
      for (var entry : entries) {
        long known = lastBefore(entry.sequence());
        if (entry.sequence() <= known) continue;
        if (entry.sequence() > known + 1) {
          read(known, entry.sequence()).forEach(found -> deliver(found, out));
        } else {
          deliver(entry, out);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Reads and delivers the entries of a range that were not delivered yet. */
  void catchUp(long first, long upTo, BiConsumer<Message, List<UserId>> out) {
    lock.lock();
    try {
      load(first - 1);
      long known = lastBefore(first);
      if (upTo > known) read(known, upTo).forEach(found -> deliver(found, out));
    } finally {
      lock.unlock();
    }
  }

  /** The last entry that was delivered, for somebody who has heard of this one. */
  long lastBefore(long sequence) {
    return last.orElse(Math.min(sequence - 1, loadedAt));
  }

  private void deliver(Message entry, BiConsumer<Message, List<UserId>> out) {
    if (entry.kind() == Kind.joined) {
      entry.memberId().ifPresent(member -> members.merge(member, entry.sequence(), Math::max));
    }
    var audience = new ArrayList<UserId>(members.size());
    members.forEach((user, joined) -> {
      if (joined <= entry.sequence()) audience.add(user);
    });
    last = OptionalLong.of(entry.sequence());
    out.accept(entry, audience);
    if (entry.kind() == Kind.left) {
      entry
          .memberId()
          .filter(member -> members.getOrDefault(member, 0L) < entry.sequence())
          .ifPresent(members::remove);
    }
  }

  private List<Message> read(long after, long upTo) {
    var found = new ArrayList<Message>();
    long from = after;
    while (from < upTo) {
      var page = store.run(Messages.AFTER, new Messages.At(chat, from)).items();
      for (var entry : page) {
        // A query is not a snapshot. What lies above a gap is delivered with the next entry.
        if (entry.sequence() != from + 1 || entry.sequence() > upTo) return found;
        found.add(entry);
        from = entry.sequence();
      }
      if (page.isEmpty()) return found;
    }
    return found;
  }

  /**
   * Reads the members, as they are after the given entry or later. Whoever joins or leaves later
   * does so by an entry that is delivered too.
   */
  private void load(long sequence) {
    if (isLoaded) return;
    store.stream(Memberships.OF_CHAT, new Memberships.OfChat(chat), MEMBERS_MAX)
        .forEach(member -> members.put(member.userId(), member.joinedSequence()));
    last = OptionalLong.of(sequence);
    loadedAt = sequence;
    isLoaded = true;
  }

  /** The other members; empty if the user is not a member. */
  List<UserId> others(UserId user) {
    lock.lock();
    try {
      if (!isLoaded) {
        var newest = store.first(Messages.NEWEST, new Messages.OfChat(chat));
        load(newest.map(Message::sequence).orElse(0L));
        // Entries that are about to be delivered must still go out.
        last = OptionalLong.empty();
      }
      if (!members.containsKey(user)) return List.of();
      return members.keySet().stream().filter(member -> !member.equals(user)).toList();
    } finally {
      lock.unlock();
    }
  }
}

package dev.trestle.messenger.delivery;

import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.UserId;
import dev.trestle.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;

/**
 * Who in a chat gets what, in its order. Entries come from senders here and from the change feed,
 * twice or with some missing in between; each goes out once, and what is missing is read.
 */
final class Room {
  private static final int MEMBERS_MAX = 2000;

  private final ChatId chat;
  private final Store store;

  /** Guards all below. */
  private final ReentrantLock lock = new ReentrantLock();

  private boolean isLoaded;
  private OptionalLong last = OptionalLong.empty();

  /** The members are those after this entry or a later one. */
  private long loadedAt;

  /** Who is in it, with the entry by which they came. */
  private final Map<UserId, Long> members = new HashMap<>();

  Room(ChatId chat, Store store) {
    this.chat = chat;
    this.store = store;
  }

  /** Gives out those of these entries that are new, and those before them that nobody brought. */
  void take(List<Message> entries, BiConsumer<Message, List<UserId>> out) {
    lock.lock();
    try {
      load(entries.getFirst().sequence() - 1);
      for (var entry : entries) {
        long known = last.orElse(Math.min(entry.sequence() - 1, loadedAt));
        if (entry.sequence() <= known) continue;
        if (entry.sequence() > known + 1) {
          missing(known, entry.sequence()).forEach(found -> give(found, out));
        } else {
          give(entry, out);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void give(Message entry, BiConsumer<Message, List<UserId>> out) {
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

  private List<Message> missing(long after, long upTo) {
    var found = new ArrayList<Message>();
    long from = after;
    while (from < upTo) {
      var page = store.run(Messages.M9, new Messages.At(chat, from)).items();
      for (var entry : page) {
        // A gap is not yet readable: what is above it comes with the next entry.
        if (entry.sequence() != from + 1 || entry.sequence() > upTo) return found;
        found.add(entry);
        from = entry.sequence();
      }
      if (page.isEmpty()) return found;
    }
    return found;
  }

  /** Members after this entry, or later: who goes or comes is an entry that is given out too. */
  private void load(long position) {
    if (isLoaded) return;
    store.stream(Memberships.M4, new Memberships.OfChat(chat), MEMBERS_MAX)
        .forEach(member -> members.put(member.userId(), member.joinedSequence()));
    last = OptionalLong.of(position);
    loadedAt = position;
    isLoaded = true;
  }

  /** The members but for this one; nobody, if that one is no member. */
  List<UserId> others(UserId user) {
    lock.lock();
    try {
      if (!isLoaded) {
        var newest = store.run(Messages.HEAD, new Messages.OfChat(chat)).first();
        load(newest.map(Message::sequence).orElse(0L));
        // Entries that are on their way here now go out all the same.
        last = OptionalLong.empty();
      }
      if (!members.containsKey(user)) return List.of();
      return members.keySet().stream().filter(member -> !member.equals(user)).toList();
    } finally {
      lock.unlock();
    }
  }

  int size() {
    return members.size();
  }
}

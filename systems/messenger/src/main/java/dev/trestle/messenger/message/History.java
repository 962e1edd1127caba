package dev.trestle.messenger.message;

import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.store.Cursor;
import dev.trestle.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a chat's log for one of its members, from the entry on by which they came. On DynamoDB a
 * query is no snapshot and may miss 9 yet see 10: a page ends where a number is missing.
 */
public final class History {
  /**
   * Some entries in a row.
   *
   * @param more whether there are more in the direction that was read
   */
  public record Stretch(List<Message> entries, boolean more) {
    public Stretch {
      entries = List.copyOf(entries);
    }
  }

  private static final int READS_MAX = 3;

  private final Store store;

  public History(Store store) {
    this.store = store;
  }

  /** Entries above this number, ascending. */
  public Stretch after(Membership member, long sequence, int limit) {
    long from = Math.max(sequence, member.joinedSequence() - 1);
    var entries = new ArrayList<Message>();
    while (entries.size() < limit) {
      int wanted = Math.min(limit - entries.size(), Messages.PAGE);
      long last = entries.isEmpty() ? from : entries.getLast().sequence();
      var stretch = rising(member, last, wanted);
      entries.addAll(stretch.entries());
      if (!stretch.more()) return new Stretch(entries, false);
      if (stretch.entries().isEmpty()) break;
    }
    return new Stretch(entries, true);
  }

  private Stretch rising(Membership member, long last, int limit) {
    var at = new Messages.At(member.chatId(), Math.max(last, 0));
    for (int read = 1; ; read++) {
      var found = store.run(Messages.M9, at, Cursor.start(), limit + 1).items();
      int whole = Math.min(rowLength(found, last + 1, 1), limit);
      boolean gap = whole < Math.min(found.size(), limit);
      if (!gap || read == READS_MAX) {
        return new Stretch(found.subList(0, whole), whole < found.size());
      }
    }
  }

  /** Entries below this number, descending. */
  public Stretch before(Membership member, long sequence, int limit) {
    if (sequence <= member.joinedSequence()) return new Stretch(List.of(), false);
    var at = new Messages.At(member.chatId(), sequence);
    for (int read = 1; ; read++) {
      var found = store.run(Messages.BEFORE, at, Cursor.start(), limit + 1).items();
      var stretch = falling(member, found, limit);
      if (stretch.isPresent() || read == READS_MAX) return stretch.orElseGet(History::nothingYet);
    }
  }

  /** The newest entries, descending. */
  public Stretch recent(Membership member, int limit) {
    var chat = new Messages.OfChat(member.chatId());
    for (int read = 1; ; read++) {
      var found = store.run(Messages.M10, chat, Cursor.start(), limit + 1).items();
      var stretch = falling(member, found, limit);
      if (stretch.isPresent() || read == READS_MAX) return stretch.orElseGet(History::nothingYet);
    }
  }

  private static Stretch nothingYet() {
    return new Stretch(List.of(), true);
  }

  /** None if a number is missing: then what is above it was not stable when it was read. */
  private static Optional<Stretch> falling(Membership member, List<Message> found, int limit) {
    if (found.isEmpty()) return Optional.of(new Stretch(found, false));
    if (rowLength(found, found.getFirst().sequence(), -1) < found.size()) return Optional.empty();
    var theirs =
        found.stream().filter(entry -> entry.sequence() >= member.joinedSequence()).toList();
    boolean more = theirs.size() > limit;
    return Optional.of(new Stretch(more ? theirs.subList(0, limit) : theirs, more));
  }

  private static int rowLength(List<Message> entries, long first, int step) {
    int length = 0;
    while (length < entries.size()
        && entries.get(length).sequence() == first + (long) length * step) {
      length++;
    }
    return length;
  }

  /** One entry, to be shown. */
  public Optional<Message> one(Membership member, long sequence) {
    if (sequence < Math.max(1, member.joinedSequence())) return Optional.empty();
    return store.run(Messages.M11, new Messages.At(member.chatId(), sequence));
  }
}

package dev.trestle.messenger.message;

import dev.trestle.messenger.cold.ColdEntries;
import dev.trestle.messenger.cold.ColdSegment;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.store.Cursor;
import dev.trestle.store.Page;
import dev.trestle.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a chat's log for one of its members, from the entry that records their joining. A query of
 * DynamoDB is not a snapshot: it may miss 9 and see 10. So a page ends where a number is missing.
 * Old entries are read from cold storage where the table has none: a log is dense, so that shows
 * without a further read.
 */
public final class ChatHistory {
  /**
   * Consecutive entries.
   *
   * @param more whether there are more in the direction of reading
   */
  public record HistoryPage(List<Message> entries, boolean more) {
    public HistoryPage {
      entries = List.copyOf(entries);
    }
  }

  private static final int READS_MAX = 3;

  /** A page of longer texts is cut, so that no more is read than can be sent at once. */
  private static final int CONTENT_CHARS_MAX = 128 * 1024;

  private final Store store;
  private final ColdEntries cold;

  public ChatHistory(Store store, ColdEntries cold) {
    this.store = store;
    this.cold = cold;
  }

  /** Entries above this number, ascending. */
  public HistoryPage after(Membership member, long sequence, int limit) {
    long from = Math.max(sequence, member.joinedSequence() - 1);
    var entries = new ArrayList<Message>();
    long chars = 0;
    while (entries.size() < limit && chars < CONTENT_CHARS_MAX) {
      int wanted = Math.min(limit - entries.size(), Messages.PAGE);
      long last = entries.isEmpty() ? from : entries.getLast().sequence();
      var page = ascending(member, last, wanted);
      entries.addAll(page.entries());
      if (!page.more()) return new HistoryPage(entries, false);
      if (page.entries().isEmpty()) break;
      for (var entry : page.entries()) chars += entry.content().length();
    }
    return new HistoryPage(entries, true);
  }

  private HistoryPage ascending(Membership member, long last, int limit) {
    var at = new Messages.At(member.chatId(), Math.max(last, 0));
    for (int read = 1; ; read++) {
      var page = store.run(Messages.AFTER, at, Cursor.start(), limit + 1);
      var found = page.items();
      if (!found.isEmpty() && found.getFirst().sequence() > last + 1) {
        var old = cold.find(member.chatId(), last + 1);
        if (old.isPresent()) return ofSegment(old.get(), last + 1, limit);
      }
      int whole = Math.min(runLength(found, last + 1, 1), limit);
      boolean gap = whole < Math.min(found.size(), limit);
      if (!gap || read == READS_MAX) {
        return new HistoryPage(found.subList(0, whole), whole < found.size() || isCut(page));
      }
    }
  }

  /** The newest entries are in the table, so there are more. */
  private static HistoryPage ofSegment(ColdSegment segment, long first, int limit) {
    var entries = segment.from(first);
    return new HistoryPage(entries.subList(0, Math.min(entries.size(), limit)), true);
  }

  /** Entries below this number, descending. */
  public HistoryPage before(Membership member, long sequence, int limit) {
    if (sequence <= member.joinedSequence()) return new HistoryPage(List.of(), false);
    var at = new Messages.At(member.chatId(), sequence);
    for (int read = 1; ; read++) {
      var found = store.run(Messages.BEFORE, at, Cursor.start(), limit + 1);
      var page = descending(member, found, sequence - 1, limit);
      if (page.isPresent() || read == READS_MAX) return page.orElseGet(ChatHistory::nothingYet);
    }
  }

  /** The newest entries, descending. */
  public HistoryPage recent(Membership member, int limit) {
    var chat = new Messages.OfChat(member.chatId());
    for (int read = 1; ; read++) {
      var found = store.run(Messages.RECENT, chat, Cursor.start(), limit + 1);
      var page = descending(member, found, 0, limit);
      if (page.isPresent() || read == READS_MAX) return page.orElseGet(ChatHistory::nothingYet);
    }
  }

  private static HistoryPage nothingYet() {
    return new HistoryPage(List.of(), true);
  }

  /**
   * Empty if a number is missing: the entries above it were not stable when they were read.
   *
   * @param newest the number of the entry to begin with if the table has none of them
   */
  private Optional<HistoryPage> descending(
      Membership member, Page<Message> page, long newest, int limit) {
    var found = page.items();
    boolean isRun =
        found.isEmpty() || runLength(found, found.getFirst().sequence(), -1) == found.size();
    if (!isRun) return Optional.empty();
    var entries = new ArrayList<Message>();
    long next = found.isEmpty() ? newest : found.getFirst().sequence();
    next = add(found, member, next, limit, entries);
    while (entries.size() < limit && next >= first(member) && !isCut(page)) {
      var old = cold.find(member.chatId(), next);
      // It has just been moved, or it was not yet seen.
      if (old.isEmpty()) return Optional.empty();
      next = add(old.get().downFrom(next), member, next, limit, entries);
    }
    return Optional.of(new HistoryPage(entries, next >= first(member)));
  }

  /** Adds those of these descending entries that the member may read; returns the next number. */
  private static long add(
      List<Message> found, Membership member, long from, int limit, List<Message> entries) {
    long next = from;
    for (var entry : found) {
      if (entries.size() == limit || entry.sequence() < first(member)) break;
      entries.add(entry);
      next = entry.sequence() - 1;
    }
    return next;
  }

  /** The number of the first entry that a member may read. */
  private static long first(Membership member) {
    return Math.max(1, member.joinedSequence());
  }

  /** Whether there is more: a query also ends where it has read 1 MB. */
  private static boolean isCut(Page<Message> page) {
    return page.next().isPresent();
  }

  private static int runLength(List<Message> entries, long first, int step) {
    int length = 0;
    while (length < entries.size()
        && entries.get(length).sequence() == first + (long) length * step) {
      length++;
    }
    return length;
  }

  /** One entry. It may be a moment old. */
  public Optional<Message> one(Membership member, long sequence) {
    if (sequence < first(member)) return Optional.empty();
    var chat = member.chatId();
    return store
        .run(Messages.ONE, new Messages.At(chat, sequence))
        .or(() -> cold.find(chat, sequence).flatMap(segment -> segment.entry(sequence)));
  }
}

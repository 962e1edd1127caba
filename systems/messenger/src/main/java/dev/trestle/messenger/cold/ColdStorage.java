package dev.trestle.messenger.cold;

import dev.trestle.messenger.model.ChatCounters;
import dev.trestle.messenger.model.ChatCounters.ChatCounter;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.ColdChats;
import dev.trestle.messenger.model.ColdChats.ColdChat;
import dev.trestle.messenger.model.MessageSegments;
import dev.trestle.messenger.model.MessageSegments.MovedEntry;
import dev.trestle.messenger.model.MessageSegments.Segment;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.schedule.DueHandler;
import dev.trestle.platform.schedule.DueItems;
import dev.trestle.platform.schedule.Schedule;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Moves the old entries of chats to cold storage, a segment at a time and the oldest first. The
 * newest entries of a chat stay in the table however old they are, and so does its last text: the
 * list of chats and the head of the log need no blobs.
 *
 * <p>First the blob is stored, then one transaction writes the segment's item and removes the
 * entries, on condition that none was changed since it was read. Until then nothing has changed for
 * readers; a crash leaves at most a blob, which {@link SegmentBlobs} deletes. Two servers that move
 * the same entries at once are told apart by that transaction.
 */
public final class ColdStorage implements DueHandler<ColdChat> {
  /** The newest entries of a chat stay in the table: the page that one sees first. */
  static final int KEPT = Messages.PAGE;

  /** The most segments of one chat in a row. Others are waiting. */
  private static final int SEGMENTS_MAX = 100;

  private static final int ATTEMPTS_MAX = 3;

  /** When a chat is looked at again that could not be dealt with. */
  private static final Duration SOON = Duration.ofMinutes(10);

  private final Store store;
  private final SegmentBlobs blobs;
  private final InstantSource clock;
  private final Duration age;
  private final FailPoints failPoints;

  /** Moves entries that are older than {@code age}. */
  public ColdStorage(
      Store store, ColdEntries entries, InstantSource clock, Duration age, FailPoints failPoints) {
    this.store = store;
    this.blobs = entries.blobs;
    this.clock = clock;
    this.age = age;
    this.failPoints = failPoints;
  }

  /** Starts to move, as one of the servers that share the tables. */
  public AutoCloseable start(Schedule schedule) {
    var items =
        new DueItems<>(
            "messenger-cold", store, ColdChats.DUE, 1, (_, upTo) -> new ColdChats.DueBy(upTo));
    return schedule.due(items, this);
  }

  /** Moves what is old enough in a chat, and says when to look again. */
  @Override
  public void due(ColdChat due) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    try {
      postpone(due, moveAll(due.chatId(), now));
    } catch (RuntimeException e) {
      // The blobs may be unavailable: not at once again, and not instead of other chats.
      postpone(due, now.plus(SOON));
      throw e;
    }
  }

  private void postpone(ColdChat due, Instant next) {
    store.run(ColdChats.POSTPONE, new ColdChats.Next(due.chatId(), due.dueAt(), next));
  }

  /** Returns when there may be more to move. */
  private Instant moveAll(ChatId chat, Instant now) {
    long movable = movable(chat);
    for (int moved = 0; moved < SEGMENTS_MAX; moved++) {
      for (int attempt = 1; ; attempt++) {
        if (movable < MessageSegments.ENTRIES) return now.plus(ColdChats.INTERVAL);
        var oldest = oldest(chat);
        if (!isWhole(oldest) || oldest.getLast().sequence() > movable) {
          return now.plus(ColdChats.INTERVAL);
        }
        var oldAt = newestTime(oldest).plus(age);
        if (oldAt.isAfter(now)) return oldAt;
        if (move(chat, oldest, now)) break;
        if (attempt == ATTEMPTS_MAX) return now.plus(SOON);
      }
    }
    return now;
  }

  /** Large entries come in several pages. */
  private List<Message> oldest(ChatId chat) {
    var ofChat = new Messages.OfChat(chat);
    try (var entries = store.stream(Messages.OLDEST, ofChat, MessageSegments.ENTRIES)) {
      return entries.toList();
    }
  }

  /** The highest number that may be moved. The published head may be behind, never ahead. */
  private long movable(ChatId chat) {
    var heads = store.run(ChatCounters.OF_CHATS, List.of(new ChatCounters.OfChat(chat)));
    return heads.stream().findFirst().map(ColdStorage::movable).orElse(0L);
  }

  private static long movable(ChatCounter head) {
    long old = head.sequenceCounter() - KEPT;
    return head.lastText() == 0 ? old : Math.min(old, head.lastText() - 1);
  }

  /** A segment is moved when it is full. A query is no snapshot and may miss an entry. */
  private static boolean isWhole(List<Message> entries) {
    if (entries.size() < MessageSegments.ENTRIES) return false;
    long span = entries.getLast().sequence() - entries.getFirst().sequence() + 1;
    return span == entries.size();
  }

  private static Instant newestTime(List<Message> entries) {
    return entries.stream().map(Message::createdAt).max(Instant::compareTo).orElseThrow();
  }

  /** False if an entry was changed, or moved by another server. */
  private boolean move(ChatId chat, List<Message> entries, Instant now) {
    failPoints.at("cold.read");
    long last = entries.getLast().sequence();
    var bytes = SegmentFile.write(entries);
    var blob = blobs.put(chat, last, bytes, Optional.empty());
    failPoints.at("cold.put");
    var segment =
        new Segment(chat, last, entries.getFirst().sequence(), blob, Sha256.hex(bytes), now);
    var moving = new MessageSegments.Moving(segment, entries.stream().map(MovedEntry::of).toList());
    boolean isDone = store.run(MessageSegments.MOVE, moving).isDone();
    failPoints.at("cold.moved");
    return isDone;
  }
}

package dev.trestle.stak.inbox;

import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Broadcasts.KnownUser;
import dev.trestle.stak.model.Broadcasts.Newcomer;
import dev.trestle.stak.model.Broadcasts.OfShard;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.After;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Expired;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.OfInbox;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Keeps a user's counts true to what has expired. Expiry needs no write at its moment: whoever
 * reads the counts asks the index what has expired since they were last settled.
 *
 * <p>If anything has, the counts are written, on condition of their version, even if it was read:
 * between the two reads someone may have read what has now expired, and only the version tells.
 */
final class Ledger {
  /** More than this is not taken off one by one: the inbox is counted anew. */
  private static final int EXPIRED_MAX = 1000;

  /** More than an inbox can hold: 10 GB, and a message takes 300 bytes at the least. */
  private static final int MESSAGES_MAX = 50_000_000;

  /** Settled at least this often, so that an inbox in use never has to be counted anew. */
  private static final Duration SETTLED_EVERY = Duration.ofDays(1);

  private final Mailroom room;
  private final OfInbox of;

  Ledger(Mailroom room, OfInbox of) {
    this.room = room;
    this.of = of;
  }

  /** The counts as of now; a newcomer's are made. */
  Counts settled() {
    return Mailroom.insist(this::settle);
  }

  private Optional<Counts> settle() {
    var stored = room.store().run(Inboxes.READ_COUNTS, of);
    if (stored.isEmpty()) return welcome();
    var counts = stored.get();
    var now = room.now();
    if (!now.isAfter(counts.settled())) return stored;
    if (counts.settled().isBefore(now.minus(Mailroom.GRACE))) return recount(counts, now);
    var range =
        new Expired(of.tenant(), of.user(), of.inbox(), counts.settled().plusSeconds(1), now);
    var expired = room.store().stream(Inboxes.EXPIRED, range, EXPIRED_MAX + 1).toList();
    if (expired.size() > EXPIRED_MAX) return recount(counts, now);
    if (expired.isEmpty() && !counts.settled().isBefore(now.minus(SETTLED_EVERY))) return stored;
    var standing = new Standing(counts, now);
    var sheet = new Sheet(counts).settled(now);
    for (var message : expired) {
      if (standing.isCounted(message)) sheet.take(message.category(), standing.isUnseen(message));
    }
    dropExpiredSnoozes(sheet, now);
    return replace(sheet.counts(now));
  }

  private static void dropExpiredSnoozes(Sheet sheet, Instant now) {
    sheet.snoozes().values().removeIf(snooze -> !snooze.expiredat().isAfter(now));
  }

  /** Counts what is there. Changes in between change the version, and it is done again. */
  private Optional<Counts> recount(Counts counts, Instant now) {
    var standing = new Standing(counts, now);
    var sheet = count(standing, messages(MessageIds.FIRST)).settled(now);
    dropExpiredSnoozes(sheet, now);
    return replace(sheet.counts(now));
  }

  static Sheet count(Standing standing, Stream<Message> messages) {
    var sheet = new Sheet(standing.counts()).clear();
    messages
        .filter(message -> standing.snooze(message.id()).isEmpty())
        .flatMap(message -> standing.of(message).stream())
        .filter(Item::isUnread)
        .forEach(item -> sheet.add(item.category(), item.isUnseen()));
    return sheet;
  }

  /** The messages above an id, redacted and expired ones among them, read page by page. */
  Stream<Message> messages(String afterId) {
    var after = new After(of.tenant(), of.user(), of.inbox(), afterId);
    return room.store().stream(Inboxes.STILL_UNREAD, after, MESSAGES_MAX);
  }

  /** The counts as they then stand; nothing if somebody else was faster. */
  Optional<Counts> replace(Counts counts) {
    return room.store().run(Inboxes.REPLACE_COUNTS, counts).done();
  }

  private Optional<Counts> welcome() {
    var newcomer = newcomer(room, of);
    room.store().run(Broadcasts.WELCOME, newcomer);
    return Optional.empty();
  }

  /** What is written of someone who is not known yet: broadcasts count from here on. */
  static Newcomer newcomer(Mailroom room, OfInbox of) {
    long n = room.publicMessages().n(new Broadcasts.OfInbox(of.tenant(), of.inbox()));
    return newcomer(of, n, room.now());
  }

  static Newcomer newcomer(OfInbox of, long n, Instant now) {
    var counts =
        new Counts(
            of.tenant(),
            of.user(),
            of.inbox(),
            0,
            Map.of(),
            0,
            now,
            0,
            List.of(),
            0,
            n,
            n,
            now,
            Map.of(),
            Set.of(),
            0);
    long shard = shardOf(of.user());
    return new Newcomer(
        counts,
        new KnownUser(of.tenant(), of.inbox(), shard, of.user(), now),
        new OfShard(of.tenant(), of.inbox(), shard));
  }

  private static long shardOf(String user) {
    var hash = new CRC32();
    hash.update(user.getBytes(StandardCharsets.UTF_8));
    return hash.getValue() % Broadcasts.SHARDS;
  }
}

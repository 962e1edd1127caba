package dev.trestle.stak.inbox;

import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Broadcasts.KnownUser;
import dev.trestle.stak.model.Broadcasts.Newcomer;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.ExpiryRange;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.UserInboxKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads and writes a user's counts. Expiry writes nothing when it happens: whoever reads the counts
 * asks the index what has expired since they were last settled, and settles them.
 *
 * <p>If anything has expired, the counts are written on condition of their version, even if it was
 * read: between the two requests somebody may have read what has expired now, and only the version
 * tells.
 */
final class CountsStore {
  /** If more has expired, the inbox is counted anew. */
  private static final int EXPIRED_MAX = 1000;

  /** More than an inbox can hold: 10 GB, of at least 300 bytes for a message. */
  private static final int MESSAGES_MAX = 50_000_000;

  /** Settled at least this often, so that an inbox in use never has to be counted anew. */
  private static final Duration SETTLED_EVERY = Duration.ofDays(1);

  private final UserInboxes inboxes;
  private final UserInboxKey key;

  CountsStore(UserInboxes inboxes, UserInboxKey key) {
    this.inboxes = inboxes;
    this.key = key;
  }

  /** The counts as of now. A new user is registered. */
  Counts settled() {
    return inboxes.retry(this::settle);
  }

  private Optional<Counts> settle() {
    var stored = inboxes.store().run(Inboxes.READ_COUNTS, key);
    if (stored.isEmpty()) return register();
    var counts = stored.get();
    var now = inboxes.now();
    if (!now.isAfter(counts.settledAt())) return stored;
    if (counts.settledAt().isBefore(now.minus(UserInboxes.TTL_GRACE))) return recount(counts, now);
    var range =
        new ExpiryRange(
            key.tenant(), key.user(), key.inbox(), counts.settledAt().plusSeconds(1), now);
    var expired = inboxes.store().stream(Inboxes.EXPIRED, range, EXPIRED_MAX + 1).toList();
    if (expired.size() > EXPIRED_MAX) return recount(counts, now);
    if (expired.isEmpty() && !counts.settledAt().isBefore(now.minus(SETTLED_EVERY))) return stored;
    var state = new InboxState(counts, now);
    var builder = new CountsBuilder(counts).settledAt(now);
    for (var message : expired) {
      if (state.isCounted(message)) builder.subtract(message.category(), state.isUnseen(message));
    }
    dropExpiredSnoozes(builder, now);
    return replace(builder.build(now));
  }

  private static void dropExpiredSnoozes(CountsBuilder builder, Instant now) {
    builder.snoozes().values().removeIf(snooze -> !snooze.expiresAt().isAfter(now));
  }

  private Optional<Counts> recount(Counts counts, Instant now) {
    var state = new InboxState(counts, now);
    var builder = count(state, messagesAfter(MessageId.FIRST)).settledAt(now);
    dropExpiredSnoozes(builder, now);
    return replace(builder.build(now));
  }

  static CountsBuilder count(InboxState state, Stream<Message> messages) {
    var builder = new CountsBuilder(state.counts()).clear();
    messages
        .filter(message -> state.snooze(message.id()).isEmpty())
        .flatMap(message -> state.view(message).stream())
        .filter(InboxMessage::isUnread)
        .forEach(message -> builder.add(message.category(), message.isUnseen()));
    return builder;
  }

  /** The messages above an id, redacted and expired ones included, read page by page. */
  Stream<Message> messagesAfter(MessageId id) {
    return inboxes.store().stream(Inboxes.OLDEST_ABOVE, key.message(id), MESSAGES_MAX);
  }

  /** Writes the counts; none if somebody else changed them since they were read. */
  Optional<Counts> replace(Counts counts) {
    return inboxes.store().run(Inboxes.REPLACE_COUNTS, counts).done();
  }

  private Optional<Counts> register() {
    inboxes.store().run(Broadcasts.REGISTER, inboxes.newcomer(key));
    return Optional.empty();
  }

  /** What is written for a new user, who will see the broadcasts after these. */
  static Newcomer newcomer(UserInboxKey key, long broadcasts, Instant now) {
    return newcomer(key, broadcasts, now, Optional.empty());
  }

  /** The same for a user whom a message makes known. */
  static Newcomer newcomer(
      UserInboxKey key, long broadcasts, Instant now, Optional<MessageId> firstMessage) {
    return new Newcomer(
        Counts.empty(key, broadcasts, now),
        new KnownUser(key.tenant(), key.inbox(), key.user(), now, firstMessage),
        key);
  }
}

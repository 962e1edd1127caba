package dev.trestle.stak.inbox;

import dev.trestle.stak.model.Broadcasts.Broadcast;
import dev.trestle.stak.model.InboxReads;
import dev.trestle.stak.model.InboxWrites;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.Receipt;
import dev.trestle.stak.model.MessageKey;
import dev.trestle.stak.model.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts who has read a message, from the inboxes of its recipients, by the same rules as their
 * lists. Nothing is counted when a user reads: marking everything read stays one write, and the
 * readers of a popular message do not wait for each other.
 */
public final class ReadCounter {
  private final UserInboxes inboxes;

  public ReadCounter(UserInboxes inboxes) {
    this.inboxes = inboxes;
  }

  /** Counts some recipients of a message, at most a chunk of its audience. */
  public ReadCount ofMessage(MessageKey message, List<UserId> users) {
    var keys = users.stream().map(user -> message.inboxKey().user(user).message(message.id()));
    var copies = inboxes.store().run(InboxReads.COPIES_OF_CHUNK, keys.toList());
    // After the copies: a mark that was made in between covers them.
    var counts = counts(message, copies.stream().map(Message::user).toList());
    return sum(
        copies.stream()
            .flatMap(copy ->
                Optional.ofNullable(counts.get(copy.user()))
                    .flatMap(own -> state(own, copy.expiresAt()).view(copy))
                    .stream()));
  }

  /** Counts some known users for a broadcast, at most as many as a chunk has. */
  public ReadCount ofBroadcast(MessageKey message, List<UserId> users) {
    return inboxes.broadcasts().of(message.inboxKey()).messages().stream()
        .filter(broadcast -> broadcast.id().equals(message.id()))
        .findFirst()
        .map(broadcast -> count(message, broadcast, users))
        .orElse(ReadCount.NONE);
  }

  private ReadCount count(MessageKey message, Broadcast broadcast, List<UserId> users) {
    var keys = users.stream().map(user -> message.inboxKey().user(user).message(message.id()));
    var receipts =
        inboxes.store().run(InboxReads.RECEIPTS_OF_CHUNK, keys.toList()).stream()
            .collect(Collectors.toMap(Receipt::user, Function.identity()));
    return sum(
        counts(message, users).values().stream()
            .flatMap(counts ->
                state(counts, broadcast.expiresAt())
                    .view(broadcast, Optional.ofNullable(receipts.get(counts.user())))
                    .stream()));
  }

  private Map<UserId, Counts> counts(MessageKey message, List<UserId> users) {
    var keys = users.stream().map(message.inboxKey()::user).toList();
    return inboxes.store().run(InboxWrites.COUNTS_OF_CHUNK, keys).stream()
        .collect(Collectors.toMap(Counts::user, Function.identity()));
  }

  /** The inbox as it is, or as it was in the last second before the message expired. */
  private InboxState state(Counts counts, Instant expiresAt) {
    var last = expiresAt.minusSeconds(1);
    var now = inboxes.now();
    return new InboxState(counts, now.isBefore(last) ? now : last);
  }

  private static ReadCount sum(Stream<InboxMessage> views) {
    return views.map(ReadCount::of).reduce(ReadCount.NONE, ReadCount::plus);
  }
}

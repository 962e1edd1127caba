package dev.trestle.stak.inbox;

import dev.trestle.stak.model.AudienceSummary;
import dev.trestle.stak.model.Broadcasts.Broadcast;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.ExpiringMessage;
import dev.trestle.stak.model.Inboxes.Mark;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.Receipt;
import dev.trestle.stak.model.Inboxes.Snooze;
import dev.trestle.stak.model.MessageId;
import java.time.Instant;
import java.util.Optional;

/**
 * An inbox at one moment: decides from the counts what is shown, read and seen. These are all the
 * rules:
 *
 * <ul>
 *   <li>A message is shown if it is neither redacted nor expired. A broadcast must also have been
 *       sent after the user was known, and its category must not be muted.
 *   <li>A message is read if it says so, or if a mark covers it: the mark's generation is later
 *       than the message's, and its id is not below the message's. A broadcast without a receipt
 *       has no generation; the mark's number of broadcasts covers it instead.
 *   <li>A snoozed message is hidden until its time and unread after it, whatever else is said.
 *   <li>A message is seen if it is read, or came before the user last looked.
 * </ul>
 *
 * @param now never before {@link Counts#settledAt}, so that a server whose clock is behind does not
 *     list what another has already counted as expired
 */
record InboxState(Counts counts, Instant now) {
  static InboxState of(Counts counts, Instant clock) {
    return new InboxState(counts, clock.isAfter(counts.settledAt()) ? clock : counts.settledAt());
  }

  /** The message as the user sees it; none if it is not shown. */
  Optional<InboxMessage> view(Message message) {
    if (message.redacted() || !message.expiresAt().isAfter(now)) return Optional.empty();
    var snooze = snooze(message.id());
    var readAt =
        snooze.isPresent()
            ? Optional.<Instant>empty()
            : message.readAt().or(() -> markedAt(message.generation(), message.id()));
    boolean seen =
        snooze.map(Snooze::seen).orElse(message.seenGeneration() < counts.seenGeneration())
            || readAt.isPresent();
    return Optional.of(
        new InboxMessage(
            message.id(),
            message.hostSystemId(),
            message.category(),
            message.sender(),
            message.audiences(),
            message.received(),
            message.delivered(),
            readAt,
            seen,
            message.archived(),
            hiddenUntil(snooze),
            message.expiresAt(),
            message.message()));
  }

  Optional<InboxMessage> view(Broadcast broadcast, Optional<Receipt> receipt) {
    if (broadcast.redacted()
        || !broadcast.expiresAt().isAfter(now)
        || broadcast.number() <= counts.broadcastsMissed()
        || counts.muted().contains(broadcast.category())) {
      return Optional.empty();
    }
    var snooze = snooze(broadcast.id());
    var readAt = snooze.isPresent() ? Optional.<Instant>empty() : readAt(broadcast, receipt);
    boolean seen =
        snooze
                .map(Snooze::seen)
                .orElse(receipt.isPresent() || broadcast.number() <= counts.broadcastsSeen())
            || readAt.isPresent();
    return Optional.of(
        new InboxMessage(
            broadcast.id(),
            broadcast.hostSystemId(),
            broadcast.category(),
            broadcast.sender(),
            new AudienceSummary(AudienceSummary.Kind.everyone, broadcast.label()),
            broadcast.received(),
            broadcast.received(),
            readAt,
            seen,
            receipt.map(Receipt::archived).orElse(false),
            hiddenUntil(snooze),
            broadcast.expiresAt(),
            broadcast.message()));
  }

  private Optional<Instant> readAt(Broadcast broadcast, Optional<Receipt> receipt) {
    if (receipt.isPresent()) {
      var own = receipt.get();
      return own.readAt().or(() -> markedAt(own.generation(), broadcast.id()));
    }
    return counts.marks().stream()
        .filter(mark -> broadcast.number() <= mark.broadcasts() && covers(mark, broadcast.id()))
        .findFirst()
        .map(Mark::at);
  }

  /** Whether the stored counts include the message; snoozed messages are not included. */
  boolean isCounted(ExpiringMessage message) {
    return !message.redacted()
        && message.readAt().isEmpty()
        && !counts.snoozes().containsKey(message.id())
        && markedAt(message.generation(), message.id()).isEmpty();
  }

  boolean isUnseen(ExpiringMessage message) {
    return message.seenGeneration() >= counts.seenGeneration();
  }

  private Optional<Instant> markedAt(long generation, MessageId id) {
    return counts.marks().stream()
        .filter(mark -> generation < mark.generation() && covers(mark, id))
        .findFirst()
        .map(Mark::at);
  }

  private static boolean covers(Mark mark, MessageId id) {
    return id.compareTo(mark.upTo()) <= 0;
  }

  Optional<Snooze> snooze(MessageId id) {
    return Optional.ofNullable(counts.snoozes().get(id));
  }

  boolean isAwake(Snooze snooze) {
    return !snooze.until().isAfter(now);
  }

  private Optional<Instant> hiddenUntil(Optional<Snooze> snooze) {
    return snooze.filter(given -> !isAwake(given)).map(Snooze::until);
  }
}

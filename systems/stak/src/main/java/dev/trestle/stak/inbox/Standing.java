package dev.trestle.stak.inbox;

import dev.trestle.stak.model.Broadcasts.PublicMessage;
import dev.trestle.stak.model.Inboxes.Audience;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Expiring;
import dev.trestle.stak.model.Inboxes.Mark;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.Receipt;
import dev.trestle.stak.model.Inboxes.Snooze;
import java.time.Instant;
import java.util.Optional;

/**
 * What a user's counts say of messages at one moment. These are all the rules:
 *
 * <ul>
 *   <li>A message is there if it is neither redacted nor expired; a public one if it also came
 *       after the user was known and its category is not muted.
 *   <li>It is read if it says so or a mark covers it: one of a later generation than the message's
 *       own, whose id is not below the message's. A public message without a receipt has no
 *       generation; there the mark's public number covers it.
 *   <li>A snoozed one is hidden until its time and unread from then on, whatever else is said.
 *   <li>It is seen if it is read, or came before the user last looked.
 * </ul>
 *
 * @param now never before the time up to which expiry was counted, so that a clock that is behind
 *     does not list what another has taken off
 */
record Standing(Counts counts, Instant now) {
  static Standing of(Counts counts, Instant clock) {
    return new Standing(counts, clock.isAfter(counts.settled()) ? clock : counts.settled());
  }

  Optional<Item> of(Message message) {
    if (message.redacted() || !message.expiredat().isAfter(now)) return Optional.empty();
    var snooze = snooze(message.id());
    var readat =
        snooze.isPresent()
            ? Optional.<Instant>empty()
            : message.readat().or(() -> markedAt(message.g(), message.id()));
    boolean seen =
        snooze.map(Snooze::seen).orElse(message.sg() < counts.seenGeneration())
            || readat.isPresent();
    return Optional.of(
        new Item(
            message.id(),
            message.hostSystemId(),
            message.category(),
            message.sender(),
            message.audiences(),
            message.received(),
            message.delivered(),
            readat,
            seen,
            message.archived(),
            hiddenUntil(snooze),
            message.expiredat(),
            message.message()));
  }

  Optional<Item> of(PublicMessage message, Optional<Receipt> receipt) {
    if (message.redacted()
        || !message.expiredat().isAfter(now)
        || message.n() <= counts.publicFrom()
        || counts.muted().contains(message.category())) {
      return Optional.empty();
    }
    var snooze = snooze(message.id());
    var readat = snooze.isPresent() ? Optional.<Instant>empty() : readAt(message, receipt);
    boolean seen =
        snooze.map(Snooze::seen).orElse(receipt.isPresent() || message.n() <= counts.publicShown())
            || readat.isPresent();
    return Optional.of(
        new Item(
            message.id(),
            message.hostSystemId(),
            message.category(),
            message.sender(),
            new Audience("everyone", message.label()),
            message.received(),
            message.received(),
            readat,
            seen,
            receipt.map(Receipt::archived).orElse(false),
            hiddenUntil(snooze),
            message.expiredat(),
            message.message()));
  }

  private Optional<Instant> readAt(PublicMessage message, Optional<Receipt> receipt) {
    if (receipt.isPresent()) {
      var own = receipt.get();
      return own.readAt().or(() -> markedAt(own.g(), message.id()));
    }
    return counts.marks().stream()
        .filter(mark -> message.n() <= mark.publicUpTo() && covers(mark, message.id()))
        .findFirst()
        .map(Mark::at);
  }

  /** Whether the stored counts have it: what is snoozed they do not have. */
  boolean isCounted(Expiring message) {
    return !message.redacted()
        && message.readat().isEmpty()
        && !counts.snoozes().containsKey(message.id())
        && markedAt(message.g(), message.id()).isEmpty();
  }

  boolean isUnseen(Expiring message) {
    return message.sg() >= counts.seenGeneration();
  }

  private Optional<Instant> markedAt(long generation, String id) {
    return counts.marks().stream()
        .filter(mark -> generation < mark.generation() && covers(mark, id))
        .findFirst()
        .map(Mark::at);
  }

  private static boolean covers(Mark mark, String id) {
    return id.compareTo(mark.upTo()) <= 0;
  }

  Optional<Snooze> snooze(String id) {
    return Optional.ofNullable(counts.snoozes().get(id));
  }

  boolean isAwake(Snooze snooze) {
    return !snooze.until().isAfter(now);
  }

  private Optional<Instant> hiddenUntil(Optional<Snooze> snooze) {
    return snooze.filter(given -> !isAwake(given)).map(Snooze::until);
  }
}

package dev.trestle.stak.web;

import dev.trestle.stak.inbox.InboxMessage;
import dev.trestle.stak.model.AudienceSummary;
import dev.trestle.stak.model.MessageId;
import java.time.Instant;
import java.util.Optional;

/** A user's message, in JSON: names as in the design document, times in seconds. */
record MessageView(
    MessageId id,
    Optional<String> hostSystemId,
    String category,
    String sender,
    AudienceSummary audiences,
    long received,
    long delivered,
    boolean read,
    Optional<Long> readat,
    boolean seen,
    boolean archived,
    Optional<Long> snoozedUntil,
    long expiredat,
    ContentView message) {
  static MessageView of(InboxMessage message) {
    return new MessageView(
        message.id(),
        message.hostSystemId(),
        message.category(),
        message.sender(),
        message.audiences(),
        message.received().getEpochSecond(),
        message.delivered().getEpochSecond(),
        message.readAt().isPresent(),
        message.readAt().map(Instant::getEpochSecond),
        message.seen(),
        message.archived(),
        message.snoozedUntil().map(Instant::getEpochSecond),
        message.expiresAt().getEpochSecond(),
        ContentView.of(message.message()));
  }
}

package dev.trestle.stak.web;

import dev.trestle.stak.delivery.DeliveryState;
import dev.trestle.stak.model.AudienceSummary;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.SentMessages.SentMessage;
import java.time.Instant;
import java.util.Optional;

/** A sent message with its progress, in JSON. */
record SentMessageView(
    MessageId id,
    Optional<String> hostSystemId,
    String category,
    String sender,
    AudienceSummary audiences,
    Optional<Long> sendAt,
    long received,
    long expiredat,
    boolean redacted,
    DeliveryState state,
    ProgressView progress,
    ContentView message) {
  /** How many recipients there are of each kind. The new users are among the delivered. */
  record ProgressView(
      long estimated,
      long delivered,
      long newUsers,
      long muted,
      long expired,
      long withdrawn,
      long failed,
      long redacted) {}

  static SentMessageView of(SentMessage sent, Instant now) {
    return new SentMessageView(
        sent.id(),
        sent.hostSystemId(),
        sent.category(),
        sent.sender(),
        sent.audience(),
        sent.sendAt().map(Instant::getEpochSecond),
        sent.received().getEpochSecond(),
        sent.expiresAt().getEpochSecond(),
        sent.redacted(),
        DeliveryState.of(sent, now),
        new ProgressView(
            sent.estimated(),
            sent.delivered(),
            sent.newUsers(),
            sent.muted(),
            sent.expired(),
            sent.withdrawn(),
            sent.failed(),
            sent.retracted()),
        ContentView.of(sent.message()));
  }
}

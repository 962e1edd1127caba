package dev.trestle.stak.delivery;

import dev.trestle.stak.model.SentMessages.SentMessage;
import java.time.Instant;

/** How far a sent message is. Named as it is shown. */
public enum DeliveryState {
  /** Its time has not come yet. */
  scheduled,
  /** It was redacted before its time came. */
  cancelled,
  /** Some recipients have it, others are waiting. */
  delivering,
  /** All deliveries have ended, and none failed. */
  delivered,
  /** All deliveries have ended; those that failed are in dead letters. */
  partly_failed,
  /** A broadcast, which everyone can read. */
  published,
  /** It is being removed from inboxes. */
  redacting,
  redacted,
  expired;

  public static DeliveryState of(SentMessage sent, Instant now) {
    if (sent.isScheduled(now)) return sent.redacted() ? cancelled : scheduled;
    if (sent.redacted() && sent.sendAt().isPresent() && sent.delivered() + sent.retracted() == 0) {
      return cancelled;
    }
    return switch (sent.audience().kind()) {
      case everyone -> {
        if (sent.redacted()) yield redacted;
        yield isExpired(sent, now) ? expired : published;
      }
      case users, topic -> {
        if (sent.awaitsAudience()) yield sent.redacted() ? redacted : delivering;
        if (sent.redacted()) yield sent.retracted() < sent.estimated() ? redacting : redacted;
        if (sent.concluded() < sent.estimated()) yield delivering;
        if (isExpired(sent, now)) yield expired;
        yield sent.failed() > 0 ? partly_failed : delivered;
      }
    };
  }

  private static boolean isExpired(SentMessage sent, Instant now) {
    return !sent.expiresAt().isAfter(now);
  }

  /** Whether workers are still changing it. */
  public boolean isUnderWay() {
    return this == delivering || this == redacting;
  }
}

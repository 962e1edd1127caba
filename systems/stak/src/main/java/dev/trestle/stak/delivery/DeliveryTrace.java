package dev.trestle.stak.delivery;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is known about a message on its way to one user, in order, and where it ended. */
public record DeliveryTrace(Verdict verdict, List<Step> steps) {
  /** Where the message ended. */
  public enum Verdict {
    UNREAD,
    READ,
    ARCHIVED,
    SNOOZED,
    MUTED,
    REDACTED,
    EXPIRED,
    /** The user is not in the audience. */
    NOT_ADDRESSED,
    /** A broadcast that was sent before the user was known. */
    BEFORE_KNOWN,
    UNKNOWN_USER,
    QUEUED,
    FAILED,
    /** Nothing says why. */
    MISSING;

    /** As the API has it. */
    @JsonValue
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** One thing that is known, for people to read. */
  public record Step(Optional<Instant> at, String what, String detail) {}
}

package dev.trestle.stak.inbox;

import dev.trestle.stak.model.AudienceSummary;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.MessageId;
import java.time.Instant;
import java.util.Optional;

/**
 * A message as its user sees it now.
 *
 * @param snoozedUntil it is hidden until then
 */
public record InboxMessage(
    MessageId id,
    Optional<String> hostSystemId,
    String category,
    String sender,
    AudienceSummary audiences,
    Instant received,
    Instant delivered,
    Optional<Instant> readAt,
    boolean seen,
    boolean archived,
    Optional<Instant> snoozedUntil,
    Instant expiresAt,
    Content message) {

  public boolean isUnread() {
    return readAt.isEmpty() && snoozedUntil.isEmpty();
  }

  public boolean isUnseen() {
    return isUnread() && !seen;
  }
}

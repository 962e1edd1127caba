package dev.trestle.stak.inbox;

import dev.trestle.stak.model.Inboxes.Audience;
import dev.trestle.stak.model.Inboxes.Content;
import java.time.Instant;
import java.util.Optional;

/**
 * A message as its user sees it now.
 *
 * @param snoozedUntil it is hidden until then
 */
public record Item(
    String id,
    Optional<String> hostSystemId,
    String category,
    String sender,
    Audience audiences,
    Instant received,
    Instant delivered,
    Optional<Instant> readat,
    boolean seen,
    boolean archived,
    Optional<Instant> snoozedUntil,
    Instant expiredat,
    Content message) {

  public boolean isUnread() {
    return readat.isEmpty() && snoozedUntil.isEmpty();
  }

  public boolean isUnseen() {
    return isUnread() && !seen;
  }
}

package dev.trestle.stak.message;

import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.Inboxes.Content;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A message before it has an id. Its sender and content are checked.
 *
 * @param sendAt when it is to be sent; none for at once
 */
public record Draft(
    InboxKey inbox,
    String sender,
    Audience audience,
    Optional<String> hostSystemId,
    String category,
    Content content,
    Duration lifetime,
    Optional<Instant> sendAt) {
  /** A message that is sent at once. */
  public Draft(
      InboxKey inbox,
      String sender,
      Audience audience,
      Optional<String> hostSystemId,
      String category,
      Content content,
      Duration lifetime) {
    this(inbox, sender, audience, hostSystemId, category, content, lifetime, Optional.empty());
  }
}

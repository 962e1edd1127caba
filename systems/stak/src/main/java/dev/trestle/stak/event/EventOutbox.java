package dev.trestle.stak.event;

import dev.trestle.stak.model.WebhookEvents.WebhookEvent;
import java.util.Optional;

/**
 * The webhook events of changes that users make. An event is written in one transaction with its
 * change, so that it is sent exactly when the change happened, whatever is killed in between.
 */
@FunctionalInterface
public interface EventOutbox {
  /** No tenant wants events. */
  EventOutbox NONE = () -> _ -> Optional.empty();

  /** The event of one change, the same however often its write is tried. For one thread. */
  @FunctionalInterface
  interface Entry {
    /** The event to write with a change that is about to happen, if the tenant wants it. */
    Optional<WebhookEvent> of(InboxEvent.ByUser change);
  }

  Entry newEntry();
}

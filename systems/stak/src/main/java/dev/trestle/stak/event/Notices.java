package dev.trestle.stak.event;

import dev.trestle.stak.model.Tenants.WebhookEvent;
import java.util.Optional;

/**
 * What tenants are told of changes that users make. It is written in one transaction with the
 * change: what was done is told, and what was not is not, whatever is killed in between.
 */
@FunctionalInterface
public interface Notices {
  /** Nobody wants to know. */
  Notices NONE = () -> _ -> Optional.empty();

  /** The notice of one change, however often its write is tried. For one thread. */
  @FunctionalInterface
  interface Notice {
    /** What is to be written with the change that is about to happen, if it is to be told. */
    Optional<WebhookEvent> of(Happening coming);
  }

  Notice next();
}

package dev.trestle.messenger.delivery;

import java.time.Instant;
import java.util.Optional;

/**
 * Whether a user is online, as another one sees it.
 *
 * @param isOnline absent if the other one does not see it
 * @param lastSeenAt when the user was last online, if they are not and it is known
 */
public record PresenceState(Optional<Boolean> isOnline, Optional<Instant> lastSeenAt) {
  /** Not to be seen. */
  public static final PresenceState HIDDEN = new PresenceState(Optional.empty(), Optional.empty());

  static PresenceState online() {
    return new PresenceState(Optional.of(true), Optional.empty());
  }

  static PresenceState offline(Optional<Instant> lastSeenAt) {
    return new PresenceState(Optional.of(false), lastSeenAt);
  }
}

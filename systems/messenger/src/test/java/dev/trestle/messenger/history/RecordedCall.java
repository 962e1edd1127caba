package dev.trestle.messenger.history;

import java.util.Optional;

/**
 * A request and its outcome. Without a response, it may or may not have been done.
 *
 * @param answer the response, if it is neither {@link Event.Refused} nor {@link Event.Unknown}
 */
record RecordedCall<Q extends Event, A extends Event>(
    Q asked, Optional<A> answer, Optional<String> refusal) {
  boolean isRefused() {
    return refusal.isPresent();
  }
}

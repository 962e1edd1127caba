package dev.trestle.messenger.history;

import java.util.Optional;

/**
 * Something that was asked for and what became of it. Without an answer it was perhaps done.
 *
 * @param answer {@link Event.Refused} and {@link Event.Unknown} stand elsewhere
 */
record Call<Q extends Event, A extends Event>(
    Q asked, Optional<A> answer, Optional<String> refusal) {
  boolean isRefused() {
    return refusal.isPresent();
  }
}

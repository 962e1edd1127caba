package dev.trestle.messenger.delivery;

import dev.trestle.accounts.session.Revocations;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.store.Store;
import java.util.Optional;

/**
 * A room that is wrong on purpose: it trusts signals and does not compare them with the last entry
 * that it delivered.
 */
public final class TrustingRoom extends Room {
  private TrustingRoom(ChatId chat, Store store) {
    super(chat, store);
  }

  /** A hub with such rooms. */
  public static Hub hub(
      Store store,
      FrameEncoder encoder,
      SocketLimits limits,
      Revocations revocations,
      Optional<FrameRelay> relay) {
    return new Hub(id -> new TrustingRoom(id, store), encoder, limits, revocations, relay);
  }

  @Override
  long lastBefore(long sequence) {
    return sequence - 1;
  }
}

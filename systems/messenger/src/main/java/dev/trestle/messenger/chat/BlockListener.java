package dev.trestle.messenger.chat;

import dev.trestle.accounts.UserId;

/** Learns that a user has blocked or unblocked another one. */
@FunctionalInterface
public interface BlockListener {
  void changed(UserId user, UserId other, boolean isBlocked);
}

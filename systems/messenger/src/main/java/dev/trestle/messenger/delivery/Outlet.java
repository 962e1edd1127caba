package dev.trestle.messenger.delivery;

import dev.trestle.messenger.model.SessionId;
import dev.trestle.messenger.model.UserId;

/** One connection of somebody who is here. Nothing here waits for the network. */
public interface Outlet {
  UserId user();

  SessionId session();

  /** Queues a frame; false if the connection is gone or does not keep up. */
  boolean send(byte[] frame);

  /** Says why and closes: the client comes back and catches up. */
  void dismiss(Dismissal why);

  /** Why a connection is closed by us. */
  enum Dismissal {
    SLOW_CONSUMER,
    /** Something may have been missed: the client is to catch up. */
    RESYNC,
    SESSION_REVOKED,
    SHUTTING_DOWN
  }
}

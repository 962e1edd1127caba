package dev.trestle.messenger.delivery;

import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.UserId;
import dev.trestle.messenger.model.ChatId;
import java.util.Map;

/** One open connection of a user. Its methods never wait for the network. */
public interface ClientConnection {
  UserId user();

  SessionId session();

  /** The chats that the client has synced, each up to an entry. */
  Map<ChatId, Long> synced();

  /** Queues a frame; false if the connection is closed or its queue is full. */
  boolean send(byte[] frame);

  /** Tells the client why, and closes. */
  void close(CloseReason reason);

  /** Why the server closes a connection. */
  enum CloseReason {
    /** Its queue is full. The client reconnects and catches up. */
    SLOW_CONSUMER,
    /** Entries may have been missed. The client reconnects and catches up. */
    RESYNC,
    SESSION_REVOKED,
    SHUTTING_DOWN
  }
}

package dev.trestle.messenger.client;

import com.fasterxml.jackson.databind.JsonNode;

/** Is told what a client learns, on its thread; entries of a chat in order, each once. */
public interface Listener {
  /** The next entry of a chat. */
  void entry(String chatId, long sequence, JsonNode entry);

  /** Somebody writes, or stopped to. */
  default void typing(JsonNode typing) {}

  /** Somebody has received or read more. */
  default void receipt(JsonNode receipt) {}

  /** A connection was made; chats are being caught up with. */
  default void connected(String connectionId) {}

  /** A connection was lost; the client tries again unless it was closed or logged out. */
  default void disconnected(boolean isForGood) {}

  /** A frame that asked for something was refused. */
  default void refused(String code) {}
}

package dev.trestle.messenger.client;

import com.fasterxml.jackson.databind.JsonNode;

/** Receives what a {@link LiveClient} receives. The entries of a chat come in order, each once. */
public interface LiveListener {
  /** The next entry of a chat. */
  void entry(String chatId, long sequence, JsonNode entry);

  /** A member started or stopped typing. */
  default void typing(JsonNode typing) {}

  /** A member has received or read more. */
  default void receipt(JsonNode receipt) {}

  /** Somebody with whom the user has a direct chat came online or went. */
  default void presence(JsonNode presence) {}

  /** Connected; the client is catching up. */
  default void connected(String connectionId) {}

  /** Disconnected; the client reconnects unless that is for good. */
  default void disconnected(boolean isForGood) {}

  /** A request frame was refused. */
  default void refused(String code) {}
}

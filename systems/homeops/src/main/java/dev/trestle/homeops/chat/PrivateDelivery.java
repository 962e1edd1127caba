package dev.trestle.homeops.chat;

/** What became of a private message. */
public enum PrivateDelivery {
  SENT,
  /** The recipient does not want private messages. */
  BLOCKED,
  /** It was not sent, or the chat has no private messages. */
  FAILED
}

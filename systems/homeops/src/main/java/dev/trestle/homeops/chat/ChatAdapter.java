package dev.trestle.homeops.chat;

import java.util.Optional;

/** One kind of chat that the assistant can be in. */
public interface ChatAdapter {
  /** The name that chats of this kind are stored with, such as {@code page}. */
  String source();

  /**
   * The source of its senders' identities. A chat whose senders have accounts on this server
   * returns the accounts' source, so that its members can use the page, too.
   */
  default String identitySource() {
    return source();
  }

  /** Returns whether the chat supports reactions. */
  boolean canReact();

  /** Marks a message as noted, without a sound. */
  void react(String chatId, long messageId);

  /** Removes the reaction. */
  void unreact(String chatId, long messageId);

  /**
   * Sends a message.
   *
   * @return its number in the chat, if the chat has such
   */
  Optional<Long> send(OutgoingMessage message);

  /**
   * Sends a message to one member alone, without a sound.
   *
   * @param address the adapter's address of the member
   */
  default PrivateDelivery sendPrivately(String address, String text) {
    return PrivateDelivery.FAILED;
  }
}

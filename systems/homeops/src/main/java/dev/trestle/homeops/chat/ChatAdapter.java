package dev.trestle.homeops.chat;

import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Source;
import dev.trestle.platform.feed.FollowedTable;
import java.util.List;
import java.util.Optional;

/** One kind of chat that the assistant can be in. */
public interface ChatAdapter {
  /** The name that chats of this kind are stored with, such as {@code page}. */
  Source source();

  /**
   * The source of its senders' identities. A chat whose senders have accounts on this server
   * returns the accounts' source, so that its members can use the page, too.
   */
  default Source identitySource() {
    return source();
  }

  /** The title of a chat, if it has one: its household is named after it. */
  default Optional<String> title(ChatId chatId) {
    return Optional.empty();
  }

  /**
   * Returns the first message that a member of the household may see on the page; empty if they may
   * not see the chat. A chat with members of its own returns nothing to whoever has left it, and
   * may hide what was written before a member joined.
   */
  default Optional<MessageNumber> visibleFrom(ChatId chatId, String account) {
    return Optional.of(MessageNumber.MIN);
  }

  /** The tables whose changes it follows to receive messages, for console and health. */
  default List<FollowedTable> feeds() {
    return List.of();
  }

  /** Starts to receive messages. Called once the site is listening. */
  default void start() {}

  /** Returns whether the chat supports reactions. */
  boolean canReact();

  /** Marks a message as noted, without a sound. */
  void react(ChatId chatId, MessageNumber messageId);

  /** Removes the reaction. */
  void unreact(ChatId chatId, MessageNumber messageId);

  /**
   * Sends a message.
   *
   * @return its number in the chat, if the chat has such
   */
  Optional<MessageNumber> send(OutgoingMessage message);

  /**
   * Sends a message to one member alone, without a sound.
   *
   * @param address the adapter's address of the member
   */
  default PrivateDelivery sendPrivately(String address, String text) {
    return PrivateDelivery.FAILED;
  }
}

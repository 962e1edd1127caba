package dev.trestle.homeops.message;

import dev.trestle.homeops.chat.ChatAdapter;
import dev.trestle.homeops.household.Home;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.Messages.Message;
import java.time.Instant;

/**
 * A message with its chat and its sender.
 *
 * @param decided when it got its current text
 * @param addressed whether it addresses the assistant
 * @param member the sender
 * @param now in whole seconds
 */
record MessageScene(
    Message message,
    Instant decided,
    boolean edited,
    boolean addressed,
    Home home,
    MemberId member,
    ChatAdapter adapter,
    Instant now) {
  /** Whether the message can matter though it reports nothing: a reply, or a yes. */
  boolean isDirect() {
    return addressed || message.replyTo().isPresent();
  }

  /** The same about another message of the chat. */
  MessageScene about(Message other) {
    return new MessageScene(other, decided, edited, addressed, home, member, adapter, now);
  }

  ChatId chatId() {
    return message.chatId();
  }
}

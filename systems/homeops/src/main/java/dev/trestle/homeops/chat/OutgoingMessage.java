package dev.trestle.homeops.chat;

import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MessageNumber;
import java.util.Optional;

/**
 * A message from the assistant.
 *
 * @param replyTo the message it replies to
 * @param silent whether it arrives without a sound
 */
public record OutgoingMessage(
    ChatId chatId, String text, Optional<MessageNumber> replyTo, boolean silent) {}

package dev.trestle.homeops.chat;

import java.util.Optional;

/**
 * A message from the assistant.
 *
 * @param replyTo the message it replies to
 * @param silent whether it arrives without a sound
 */
public record OutgoingMessage(String chatId, String text, Optional<Long> replyTo, boolean silent) {}

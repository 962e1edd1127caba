package dev.trestle.messenger.message;

import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.MessageId;
import java.time.Instant;

/**
 * A message that is stored for good.
 *
 * @param replayed it was there already: this send was a retry
 */
public record Sent(
    MessageId messageId,
    ChatId chatId,
    long sequence,
    String clientMessageId,
    Instant createdAt,
    boolean replayed) {}

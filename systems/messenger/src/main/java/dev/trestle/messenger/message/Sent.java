package dev.trestle.messenger.message;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.IdempotencyKeys.IdempotencyKey;
import dev.trestle.messenger.model.MessageId;
import dev.trestle.messenger.model.Messages.Message;
import java.time.Instant;

/**
 * A message that is durably stored.
 *
 * @param replayed whether this send was a retry of a message that was stored before
 */
public record Sent(
    MessageId messageId,
    ChatId chatId,
    long sequence,
    String clientMessageId,
    Instant createdAt,
    boolean replayed) {
  static Sent of(Message message) {
    return new Sent(
        message.messageId(),
        message.chatId(),
        message.sequence(),
        message.clientMessageId(),
        message.createdAt(),
        false);
  }

  /**
   * The result of a retry.
   *
   * @throws Refusal.Conflict if the id was used for a different message or by another sender
   */
  static Sent replay(IdempotencyKey first, UserId sender, String bodyHash) {
    if (!first.senderId().equals(sender) || !first.bodyHash().equals(bodyHash)) {
      throw new Refusal.Conflict("This client_message_id was used for a different message.");
    }
    return new Sent(
        first.messageId(),
        first.chatId(),
        first.sequence(),
        first.clientMessageId(),
        first.createdAt(),
        true);
  }
}

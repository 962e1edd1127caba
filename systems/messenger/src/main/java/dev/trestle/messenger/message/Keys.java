package dev.trestle.messenger.message;

import dev.trestle.messenger.Refused;
import dev.trestle.messenger.model.IdempotencyKeys;
import dev.trestle.messenger.model.IdempotencyKeys.FirstUse;
import dev.trestle.messenger.model.IdempotencyKeys.IdempotencyKey;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.UserId;
import java.time.Instant;

/** The first use of a client's message id, as it is written and as it answers a retry. */
final class Keys {
  private Keys() {}

  static FirstUse firstUse(Message message, String bodyHash, Instant now) {
    var key =
        new IdempotencyKey(
            message.chatId(),
            message.clientMessageId(),
            message.messageId(),
            message.sequence(),
            message.senderId(),
            bodyHash,
            now,
            now.plus(IdempotencyKeys.KEPT));
    return new FirstUse(key, now);
  }

  static Sent sent(Message message) {
    return new Sent(
        message.messageId(),
        message.chatId(),
        message.sequence(),
        message.clientMessageId(),
        message.createdAt(),
        false);
  }

  /**
   * The answer to a retry.
   *
   * @throws Refused CONFLICT if it is another message, or another's
   */
  static Sent replay(IdempotencyKey first, UserId sender, String bodyHash) {
    if (!first.senderId().equals(sender) || !first.bodyHash().equals(bodyHash)) {
      throw Refused.conflict("This client_message_id was used for another message.");
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

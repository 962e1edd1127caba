package dev.trestle.stak.delivery;

import dev.trestle.stak.inbox.Recipient.Generations;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.SentMessages.SentMessage;
import dev.trestle.stak.model.UserId;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes the recipients' copies of a sent message. */
record MessageCopies(SentMessage sent, Supplier<Instant> now) {
  /** Older than every seen generation: a tombstone is never new to its user. */
  static final long NEVER_UNSEEN = -1;

  Message copy(UserId user, Generations generations) {
    return new Message(
        sent.tenant(),
        user,
        sent.inbox(),
        sent.id(),
        sent.hostSystemId(),
        sent.category(),
        sent.sender(),
        sent.audience(),
        sent.received(),
        now.get(),
        Optional.empty(),
        false,
        false,
        generations.generation(),
        generations.seenGeneration(),
        sent.expiresAt(),
        sent.ttl(),
        sent.message());
  }

  /** What takes the place of a message that is redacted before its delivery. */
  Message tombstone(UserId user) {
    return new Message(
        sent.tenant(),
        user,
        sent.inbox(),
        sent.id(),
        Optional.empty(),
        sent.category(),
        sent.sender(),
        sent.audience().withoutLabel(),
        sent.received(),
        now.get(),
        Optional.empty(),
        true,
        false,
        0,
        NEVER_UNSEEN,
        sent.expiresAt(),
        sent.ttl(),
        Content.NONE);
  }
}

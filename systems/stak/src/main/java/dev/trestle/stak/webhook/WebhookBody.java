package dev.trestle.stak.webhook;

import dev.trestle.stak.model.InboxId;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.WebhookEvents.EventType;
import java.util.List;
import java.util.Optional;

/** The JSON that a webhook gets. Times are seconds since 1970. */
sealed interface WebhookBody {
  /**
   * What happened to a message: it was delivered to the users of one chunk, could not be delivered
   * to some, was published for everyone, or was redacted.
   *
   * @param users none if it is about everyone
   */
  record OfMessage(
      EventType type,
      TenantId tenant,
      InboxId inbox,
      long at,
      MessageId id,
      Optional<String> category,
      Optional<List<UserId>> users,
      String event)
      implements WebhookBody {}

  /** A user read these messages, or everything up to a time. */
  record Read(
      EventType type,
      TenantId tenant,
      InboxId inbox,
      long at,
      UserId user,
      Optional<List<MessageId>> messages,
      Optional<Long> upTo,
      String event)
      implements WebhookBody {}
}

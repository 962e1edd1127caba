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
  /** A message was delivered to the users of one chunk. */
  record Delivered(
      EventType type,
      TenantId tenant,
      InboxId inbox,
      long at,
      MessageId id,
      String category,
      List<UserId> users,
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

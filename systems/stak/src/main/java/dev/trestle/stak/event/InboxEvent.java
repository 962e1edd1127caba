package dev.trestle.stak.event;

import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.MessageKey;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.UserInboxKey;
import java.time.Instant;
import java.util.List;

/** Something that happened in an inbox. */
public sealed interface InboxEvent {
  InboxKey inbox();

  /**
   * A message was delivered to these users. Published once for each chunk, or again after a crash.
   *
   * @param part tells the chunks of a message apart; the same when the event is published again
   */
  record Delivered(MessageKey message, String category, String part, List<UserId> users)
      implements InboxEvent {
    /** The number of the chunk, with which the part begins. */
    public long chunk() {
      int end = part.indexOf('.');
      return Long.parseLong(end < 0 ? part : part.substring(0, end));
    }

    @Override
    public InboxKey inbox() {
      return message.inboxKey();
    }
  }

  record BroadcastSent(MessageKey message, String category) implements InboxEvent {
    @Override
    public InboxKey inbox() {
      return message.inboxKey();
    }
  }

  /** The delivery to these users failed for good. Published like {@link Delivered}. */
  record Undelivered(MessageKey message, String category, String part, List<UserId> users)
      implements InboxEvent {
    @Override
    public InboxKey inbox() {
      return message.inboxKey();
    }
  }

  /** A message was redacted for these users. Published like {@link Delivered}. */
  record Redacted(MessageKey message, String part, List<UserId> users) implements InboxEvent {
    @Override
    public InboxKey inbox() {
      return message.inboxKey();
    }
  }

  record BroadcastRedacted(MessageKey message) implements InboxEvent {
    @Override
    public InboxKey inbox() {
      return message.inboxKey();
    }
  }

  /** What a user did. */
  sealed interface ByUser extends InboxEvent {
    UserInboxKey key();

    @Override
    default InboxKey inbox() {
      return key().shared();
    }
  }

  record MessagesRead(UserInboxKey key, List<MessageId> ids, Instant at) implements ByUser {}

  /** A user marked everything read up to a time. */
  record AllRead(UserInboxKey key, Instant upTo, Instant at) implements ByUser {}

  /** A user changed something else: marked unread, archived, snoozed, looked, muted. */
  record InboxChanged(UserInboxKey key, List<MessageId> ids) implements ByUser {}
}

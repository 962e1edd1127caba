package dev.trestle.stak.inbox;

import java.time.Instant;

/** What a user does with messages. */
public sealed interface InboxAction {
  record Read() implements InboxAction {}

  /** Marks messages unread; archived ones come back to the inbox. */
  record MarkUnread() implements InboxAction {}

  /** Archives messages; archived messages are read. */
  record Archive() implements InboxAction {}

  /** Takes messages back from the archive; they stay read. */
  record Unarchive() implements InboxAction {}

  /** Hides messages until a time; then they are unread. */
  record Snooze(Instant until) implements InboxAction {}

  /** Brings snoozed messages back at once, unread. */
  record Wake() implements InboxAction {}
}

package dev.trestle.stak.inbox;

import java.time.Instant;

/** What a user does to messages. */
public sealed interface Act {
  record Read() implements Act {}

  /** It counts again, and comes back from the archive. */
  record MarkUnread() implements Act {}

  /** Put away; what is archived is read. */
  record Archive() implements Act {}

  /** Taken back from the archive; it stays read. */
  record Unarchive() implements Act {}

  /** Hidden until a time, then unread. */
  record Snooze(Instant until) implements Act {}

  /** Back at once, unread. */
  record Wake() implements Act {}
}

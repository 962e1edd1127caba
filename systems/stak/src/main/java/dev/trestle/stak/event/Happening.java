package dev.trestle.stak.event;

import dev.trestle.stak.model.Inboxes.OfInbox;
import java.time.Instant;
import java.util.List;

/** Something that has happened to an inbox. */
public sealed interface Happening {
  String tenant();

  String inbox();

  /**
   * A message came to these users; told once for each chunk, or again after a crash.
   *
   * @param part the same when it is told again
   */
  record Delivered(
      String tenant, String inbox, String id, String category, String part, List<String> users)
      implements Happening {}

  /** A message went out to everyone. */
  record Broadcast(String tenant, String inbox, String id, String category) implements Happening {}

  /** These users have a message no more. */
  record Redacted(String tenant, String inbox, String id, List<String> users)
      implements Happening {}

  record BroadcastRedacted(String tenant, String inbox, String id) implements Happening {}

  /** A user has read these. */
  record Read(OfInbox of, List<String> ids, Instant at) implements Happening {
    @Override
    public String tenant() {
      return of.tenant();
    }

    @Override
    public String inbox() {
      return of.inbox();
    }
  }

  /** A user has marked everything read up to a time. */
  record AllRead(OfInbox of, Instant upTo, Instant at) implements Happening {
    @Override
    public String tenant() {
      return of.tenant();
    }

    @Override
    public String inbox() {
      return of.inbox();
    }
  }

  /** A user has changed something else: marked unread, archived, snoozed, looked, muted. */
  record Changed(OfInbox of, List<String> ids) implements Happening {
    @Override
    public String tenant() {
      return of.tenant();
    }

    @Override
    public String inbox() {
      return of.inbox();
    }
  }
}

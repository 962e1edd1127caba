package dev.trestle.stak.inbox;

import dev.trestle.stak.model.Broadcasts.Broadcast;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.ExpiringMessage;
import dev.trestle.stak.model.Inboxes.ExpiryRange;
import dev.trestle.stak.model.Inboxes.Snooze;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An inbox as a live stream needs it.
 *
 * @param version differs once anything was changed, by any user, device or server
 * @param nextChange when the inbox next changes by itself, by expiry or waking, if that is soon
 */
public record InboxSnapshot(UnreadCounts unread, String version, Optional<Instant> nextChange) {
  /**
   * Takes a snapshot.
   *
   * @param horizon how far ahead to look for the next change
   */
  public static InboxSnapshot of(UserInbox inbox, Duration horizon) {
    var key = inbox.key();
    var inboxes = inbox.inboxes();
    var unread = inbox.unread();
    var counts = inbox.counts().settled();
    var broadcasts = inboxes.broadcasts().of(key.shared());
    var now = inboxes.now();
    var end = now.plusSeconds(Math.max(1, horizon.toSeconds()));
    var range = new ExpiryRange(key.tenant(), key.user(), key.inbox(), now.plusSeconds(1), end);
    var nextChange =
        Stream.of(
                counts.snoozes().values().stream().map(Snooze::until),
                broadcasts.messages().stream().map(Broadcast::expiresAt),
                inboxes.store().stream(Inboxes.EXPIRED, range, 1).map(ExpiringMessage::expiresAt))
            .flatMap(times -> times)
            .filter(time -> time.isAfter(now) && !time.isAfter(end))
            .min(Instant::compareTo);
    return new InboxSnapshot(unread, counts.version() + "." + broadcasts.version(), nextChange);
  }
}

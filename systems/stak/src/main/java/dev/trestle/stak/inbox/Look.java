package dev.trestle.stak.inbox;

import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Expired;
import dev.trestle.stak.model.Inboxes.Expiring;
import dev.trestle.stak.model.Inboxes.Snooze;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What someone who keeps looking needs to know.
 *
 * @param stamp another one when anything was changed, by whomever and on whatever machine
 * @param due when the inbox changes by itself: something expires or wakes; none if not soon
 */
public record Look(Unread unread, String stamp, Optional<Instant> due) {
  /** A look at an inbox, and at what will happen to it within a time. */
  public static Look at(UserInbox inbox, Duration soon) {
    var of = inbox.of();
    var room = inbox.room();
    var unread = inbox.unread();
    var counts = inbox.ledger().settled();
    var publics = room.publicMessages().of(new Broadcasts.OfInbox(of.tenant(), of.inbox()));
    var now = room.now();
    var horizon = now.plusSeconds(Math.max(1, soon.toSeconds()));
    var range = new Expired(of.tenant(), of.user(), of.inbox(), now.plusSeconds(1), horizon);
    var due =
        Stream.of(
                counts.snoozes().values().stream().map(Snooze::until),
                publics.messages().stream().map(Broadcasts.PublicMessage::expiredat),
                room.store().stream(Inboxes.EXPIRED, range, 1).map(Expiring::expiredat))
            .flatMap(times -> times)
            .filter(time -> time.isAfter(now) && !time.isAfter(horizon))
            .min(Instant::compareTo);
    return new Look(unread, counts.version() + "." + publics.version(), due);
  }
}

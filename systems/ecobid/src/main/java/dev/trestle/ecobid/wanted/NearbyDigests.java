package dev.trestle.ecobid.wanted;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.model.Digests;
import dev.trestle.ecobid.model.Digests.Digest;
import dev.trestle.ecobid.model.EcoBidTable;
import dev.trestle.ecobid.model.Item;
import dev.trestle.store.Store;
import dev.trestle.store.Written;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;

/**
 * Collects new items in a neighbourhood, for at most one digest per hour. An item goes into the
 * digest of the next hour, or of the first later hour whose digest was not sent yet.
 */
public final class NearbyDigests {
  private static final int HOURS_MAX = 48;
  private static final Duration KEPT = Duration.ofDays(2);

  private final Store store;

  public NearbyDigests(Store store) {
    this.store = store;
  }

  /** Adds an item to a user's next digest. Repeated calls have no effect. */
  public void add(UserId user, Item item) {
    var hour = item.listed().truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(1));
    for (int i = 0; i < HOURS_MAX; i++, hour = hour.plus(Duration.ofHours(1))) {
      var adding =
          new Digests.Adding(
              user,
              hour,
              Set.of(item.item()),
              Math.floorMod(user.hashCode(), EcoBidTable.DUE_SHARDS),
              hour,
              hour.plus(KEPT));
      switch (store.run(Digests.ADD, adding)) {
        case Written.Done<Digest> _ -> {
          return;
        }
        case Written.Refused<Digest>(var sent) -> {
          if (sent.filter(digest -> digest.items().contains(item.item())).isPresent()) return;
        }
      }
    }
  }

  /** Closes a digest. The notification follows from that change. */
  public void send(UserId user, Instant hour) {
    store.run(Digests.SENT, new Digests.Of(user, hour));
  }
}

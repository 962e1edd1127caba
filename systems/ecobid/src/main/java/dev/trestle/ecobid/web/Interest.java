package dev.trestle.ecobid.web;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.ecobid.geo.Radius;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.ItemId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The events that an open page subscribes to.
 *
 * @param address where it was opened
 * @param user the signed-in viewer, who gets their notifications
 * @param until when the token expires
 * @param centre events of items around it
 * @param item events of one item and its auction
 * @param hidden users whose items the viewer does not see
 */
record Interest(
    String address,
    Optional<UserId> user,
    Instant until,
    Optional<GeoPoint> centre,
    Radius radius,
    Optional<ItemId> item,
    Set<UserId> hidden) {

  boolean isNearby() {
    return centre.isPresent();
  }

  /** Whether a search from the centre could find it. */
  boolean isNear(Item found) {
    if (centre.isEmpty() || hidden.contains(found.owner())) return false;
    return centre.get().metresTo(found.publicCell().centre()) <= radius.metres();
  }
}

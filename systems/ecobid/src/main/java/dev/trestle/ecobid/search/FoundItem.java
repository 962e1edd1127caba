package dev.trestle.ecobid.search;

import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.Items.Summary;
import dev.trestle.ecobid.model.Status;
import java.util.Optional;

/**
 * A search result.
 *
 * @param status the current status
 * @param place the centre of its public cell
 * @param metres the distance from the search's centre to that place
 */
public record FoundItem(
    Summary summary, Status status, GeoPoint place, long metres, Optional<Auction> auction) {
  public FoundItem with(Optional<Auction> standing) {
    return new FoundItem(summary, status, place, metres, standing);
  }
}

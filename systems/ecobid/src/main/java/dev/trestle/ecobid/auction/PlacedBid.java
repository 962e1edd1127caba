package dev.trestle.ecobid.auction;

import dev.trestle.ecobid.model.BidId;
import java.time.Instant;

/**
 * An accepted bid, and the state of the auction after it.
 *
 * @param nextMinimum the lowest next bid for this bidder
 */
public record PlacedBid(
    BidId bid, boolean isLeading, long price, long nextMinimum, Instant endsAt) {}

package dev.trestle.ecobid.event;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that happened in the market, for the event log. It has neither titles and descriptions
 * nor exact places, and bidders stay unnamed until one of them has a reservation. The key is the
 * item, and for auctions the auction.
 */
public sealed interface MarketEvent {
  /** A giver listed an item; {@code area} is the cell of about 156 km that contains it. */
  record ItemListed(String owner, String category, String mode, String sharing, String area)
      implements MarketEvent {}

  /** An item has another status, or is in another auction. */
  record ItemStatusChanged(String owner, String status, Optional<String> auction)
      implements MarketEvent {}

  /** An item is no longer stored. */
  record ItemRemoved(String owner) implements MarketEvent {}

  /** A reservation is new, has another state or another pickup time. */
  record ReservationChanged(
      String reservation,
      String user,
      String giver,
      String state,
      Optional<Instant> pickupAt,
      Optional<Long> price)
      implements MarketEvent {}

  record AuctionOpened(String item, long minimum, Instant ends) implements MarketEvent {}

  /** An auction has another state, price or end. */
  record AuctionChanged(String item, String state, long price, long bids, Instant ends)
      implements MarketEvent {}
}

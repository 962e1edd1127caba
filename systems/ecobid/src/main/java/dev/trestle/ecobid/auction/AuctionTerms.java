package dev.trestle.ecobid.auction;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.Auctions.State;
import dev.trestle.ecobid.model.ItemId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The terms of an auction.
 *
 * @param hours how long it runs: 24 or 48
 * @param minimum the lowest first bid, in the currency's smallest unit
 * @param reserve the lowest price that the seller accepts
 */
public record AuctionTerms(int hours, long minimum, Optional<Long> reserve) {
  public static final long MINIMUM_MIN = 500;
  public static final long MINIMUM_MAX = 5_000;

  public AuctionTerms {
    if (hours != 24 && hours != 48) {
      throw new Refusal.Invalid("auction.hours", "An auction runs for 24 or 48 hours.");
    }
    if (minimum < MINIMUM_MIN || minimum > MINIMUM_MAX) {
      throw new Refusal.Invalid("auction.minimum", "The minimum bid is from 500 to 5000.");
    }
    long least = minimum;
    if (reserve.filter(wanted -> wanted < least || wanted > Bidding.AMOUNT_MAX).isPresent()) {
      throw new Refusal.Invalid(
          "auction.reserve", "The reserve price is at least the minimum bid.");
    }
  }

  public Auction open(AuctionId auction, ItemId item, UserId seller, Instant now) {
    return new Auction(
        auction,
        item,
        seller,
        minimum,
        reserve,
        0,
        Optional.empty(),
        0,
        0,
        now.plus(Duration.ofHours(hours)),
        State.ACTIVE,
        Set.of(),
        Optional.empty(),
        0);
  }
}

package dev.trestle.ecobid.auction;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.auction.Bidding.Leader;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.Auctions.Bid;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** The bidding of a stored auction, and what it would be without some bidders. */
public record BiddingState(Bidding bidding, Set<UserId> passedOver) {
  public static BiddingState of(Auction auction) {
    return new BiddingState(
        new Bidding(
            auction.minimum(),
            auction.reserve(),
            auction.price(),
            auction.leader().map(user -> new Leader(user, auction.leaderMaximum())),
            auction.ends()),
        auction.passedOver());
  }

  /** Computes the bidding as if these users had never bid. The end stays the same. */
  public static BiddingState without(Auction auction, List<Bid> history, Set<UserId> passedOver) {
    var bidding = Bidding.open(auction.minimum(), auction.reserve(), auction.ends());
    var bids =
        history.stream()
            .filter(bid -> !bid.isWithdrawn() && !passedOver.contains(bid.bidder()))
            .sorted(Comparator.comparingLong(Bid::number))
            .toList();
    for (var bid : bids) {
      if (bidding.bid(bid.bidder(), bid.maximum(), Instant.MIN)
          instanceof BidOutcome.Accepted(var after)) {
        bidding = after;
      }
    }
    return new BiddingState(bidding, passedOver);
  }

  /** Returns the auction with this bidding and number of bids. */
  public Auction appliedTo(Auction auction, long bids) {
    return new Auction(
        auction.auction(),
        auction.item(),
        auction.seller(),
        auction.minimum(),
        auction.reserve(),
        bidding.price(),
        bidding.leader().map(Leader::user),
        bidding.leader().map(Leader::maximum).orElse(0L),
        bids,
        bidding.ends(),
        auction.state(),
        passedOver,
        auction.expiresAt(),
        auction.version());
  }
}

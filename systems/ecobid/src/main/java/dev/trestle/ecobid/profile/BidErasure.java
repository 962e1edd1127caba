package dev.trestle.ecobid.profile;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.auction.BidderAliases;
import dev.trestle.ecobid.auction.BiddingState;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.Auctions.Bid;
import dev.trestle.ecobid.model.Auctions.OwnBid;
import dev.trestle.ecobid.reservation.Handovers;
import dev.trestle.store.Store;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Takes a person out of the auctions they have bid in. Their bids stay in the history under an
 * alias. Where they lead an auction that is still running, their bids are withdrawn and the price
 * is what it would be if they had never bid.
 */
public final class BidErasure {
  private static final int ATTEMPTS_MAX = 50;
  private static final int AUCTIONS_MAX = 100_000;

  private final Store store;
  private final Handovers handovers;
  private final BidderAliases aliases;

  public BidErasure(Store store, Handovers handovers, BidderAliases aliases) {
    this.store = store;
    this.handovers = handovers;
    this.aliases = aliases;
  }

  void erase(UserId user) {
    var bids = store.stream(Auctions.OF_BIDDER, new Auctions.OfUser(user), AUCTIONS_MAX).toList();
    for (var own : bids) erase(own);
  }

  private void erase(OwnBid own) {
    // An auction that has ended has a winner, whether that was written down or not.
    handovers.settle(own.item());
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      if (rewrite(own.auction(), own.user())) {
        store.run(Auctions.ERASE_OWN_BID, new Auctions.OfOwnBid(own.user(), own.auction()));
        return;
      }
    }
    throw new Refusal.Busy();
  }

  /** Gives some of the bids another name; true if none is left with the old one. */
  private boolean rewrite(AuctionId id, UserId user) {
    var found = store.run(Auctions.FIND, new Auctions.OfAuction(id));
    if (found.isEmpty()) return true;
    var auction = found.get();
    var history = handovers.history(id);
    var left = history.stream().filter(bid -> bid.bidder().equals(user)).toList();
    boolean isLeader = auction.leader().filter(user::equals).isPresent();
    if (left.isEmpty() && !isLeader && !auction.passedOver().contains(user)) return true;
    var alias = aliases.anonymous(id, user);
    boolean isInterrupted =
        history.stream().anyMatch(bid -> bid.bidder().equals(alias) && bid.isWithdrawn());
    boolean isWithdrawn = auction.state() == Auctions.State.ACTIVE && (isLeader || isInterrupted);
    var some =
        left.stream()
            .limit(Auctions.REWRITTEN_MAX)
            .map(bid -> bid.anonymised(alias, isWithdrawn))
            .toList();
    var after =
        isWithdrawn ? without(auction, history, user, alias) : renamed(auction, user, alias);
    store.run(Auctions.REWRITE, new Auctions.Rewriting(after, some));
    return false;
  }

  private static Auction without(Auction auction, List<Bid> history, UserId user, UserId alias) {
    var others = history.stream().filter(bid -> !bid.bidder().equals(user)).toList();
    return BiddingState.without(auction, others, passedOver(auction, user, alias))
        .appliedTo(auction, auction.bids());
  }

  private static Auction renamed(Auction auction, UserId user, UserId alias) {
    var bidding = BiddingState.of(auction).bidding().renamed(user, alias);
    return new BiddingState(bidding, passedOver(auction, user, alias))
        .appliedTo(auction, auction.bids());
  }

  /** Nobody offers the item to somebody who is gone. */
  private static Set<UserId> passedOver(Auction auction, UserId user, UserId alias) {
    var changed = new HashSet<>(auction.passedOver());
    changed.remove(user);
    changed.add(alias);
    return changed;
  }
}

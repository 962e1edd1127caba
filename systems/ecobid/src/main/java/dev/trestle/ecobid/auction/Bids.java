package dev.trestle.ecobid.auction;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.Auctions.Bid;
import dev.trestle.ecobid.model.Auctions.OwnBid;
import dev.trestle.ecobid.model.BidId;
import dev.trestle.ecobid.model.Blocks;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * Places bids. A bid is one transaction that writes the auction's new state, conditional on the
 * version that was read, and a row of the history. Bids on the same auction that arrive together in
 * this process share a transaction. Across servers the version decides, and the loser evaluates its
 * bid again on the new state.
 */
public final class Bids {
  private static final int ATTEMPTS_MAX = 50;

  private final Store store;
  private final InstantSource clock;
  private final BidQueues queues = new BidQueues(this::place);

  public Bids(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** A bid that is being placed. */
  record Bidder(UserId user, long maximum, BidId bid, Instant at) {}

  /** Accepted or refused. */
  sealed interface Result {
    record Accepted(PlacedBid placed) implements Result {}

    record Refused(Refusal refusal) implements Result {}
  }

  /**
   * Bids up to a maximum. Repeating a call with the same id and time places one bid.
   *
   * @param at when the bid was first sent
   */
  public PlacedBid bid(UserId user, AuctionId auction, long maximum, BidId bid, Instant at) {
    if (maximum < 1 || maximum > Bidding.AMOUNT_MAX) {
      throw new Refusal.Invalid("maximum", "The amount is too large, or none.");
    }
    checkMayBid(user, auction);
    var sent = new Bidder(user, maximum, bid, at.truncatedTo(ChronoUnit.MILLIS));
    return switch (queues.submit(auction, sent)) {
      case Result.Accepted(var placed) -> placed;
      case Result.Refused(var refusal) -> throw refusal;
    };
  }

  private void checkMayBid(UserId user, AuctionId id) {
    var auction = find(id);
    if (auction.seller().equals(user)) throw new Refusal.OwnItem();
    var block = store.run(Blocks.FIND, new Blocks.Of(auction.seller(), user));
    if (block.filter(Blocks.Block::isInForce).isPresent()) {
      throw new Refusal.NotFound("auction");
    }
  }

  private Auction find(AuctionId id) {
    return store
        .run(Auctions.FIND, new Auctions.OfAuction(id))
        .orElseThrow(() -> new Refusal.NotFound("auction"));
  }

  /** Evaluates bids in order, writes them, and returns a result for each. */
  private List<Result> place(AuctionId id, List<Bidder> bidders) {
    var open = new LinkedHashSet<>(bidders);
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      var batch = new Batch(find(id), clock.instant().truncatedTo(ChronoUnit.MILLIS));
      open.forEach(batch::add);
      if (open.removeIf(bidder -> batch.refused.containsKey(bidder) && isPlaced(id, bidder))) {
        continue;
      }
      var repeated = write(batch);
      if (repeated.isEmpty()) continue;
      if (repeated.get().isEmpty()) return bidders.stream().map(batch::resultOf).toList();
      repeated.get().forEach(open::remove);
    }
    return bidders.stream().<Result>map(_ -> new Result.Refused(new Refusal.Busy())).toList();
  }

  /**
   * Returns whether an earlier attempt has placed this bid, which would now be too low or too late.
   */
  private boolean isPlaced(AuctionId id, Bidder bidder) {
    var key = new Auctions.OfBid(id, bidder.at(), bidder.bid());
    return store.run(Auctions.FIND_BID, key).isPresent();
  }

  /**
   * Writes the accepted bids.
   *
   * @return the bids that an earlier attempt has already written, in which case nothing was written
   *     now; empty if another server was faster
   */
  private Optional<List<Bidder>> write(Batch batch) {
    if (batch.accepted.isEmpty()) return Optional.of(List.of());
    var outcome = store.run(Auctions.PLACE, batch.bidding());
    return switch (outcome) {
      case TransactionOutcome.Done _ -> Optional.of(List.of());
      case TransactionOutcome.Refused refused -> {
        var repeated =
            refused.of(Auctions.Bidding::bids).stream()
                .filter(reason -> reason.current(Auctions.BID_OF).isPresent())
                .map(reason -> batch.accepted.get(reason.element().orElseThrow()).bidder())
                .toList();
        yield repeated.isEmpty() ? Optional.empty() : Optional.of(repeated);
      }
    };
  }

  /** An accepted bid with its row. */
  private record Accepted(Bidder bidder, Bid bid) {}

  /** A batch of bids, evaluated in order. */
  private static final class Batch {
    private final Auction auction;
    private final Instant now;
    private final List<Accepted> accepted = new ArrayList<>();
    private final LinkedHashMap<Bidder, Refusal> refused = new LinkedHashMap<>();
    private Bidding bidding;

    Batch(Auction auction, Instant now) {
      this.auction = auction;
      this.now = now;
      this.bidding = BiddingState.of(auction).bidding();
    }

    void add(Bidder bidder) {
      if (auction.state() != Auctions.State.ACTIVE) {
        refused.put(bidder, new Refusal.AuctionEnded());
        return;
      }
      switch (bidding.bid(bidder.user(), bidder.maximum(), now)) {
        case BidOutcome.Ended() -> refused.put(bidder, new Refusal.AuctionEnded());
        case BidOutcome.TooLow(var next) -> refused.put(bidder, new Refusal.TooLow(next));
        case BidOutcome.Accepted(var after) -> {
          bidding = after;
          accepted.add(new Accepted(bidder, row(bidder)));
        }
      }
    }

    private Bid row(Bidder bidder) {
      return new Bid(
          auction.auction(),
          bidder.at(),
          bidder.bid(),
          auction.bids() + accepted.size() + 1,
          bidder.user(),
          bidder.maximum(),
          bidding.price(),
          false,
          Optional.empty());
    }

    Auctions.Bidding bidding() {
      var own = new LinkedHashMap<UserId, OwnBid>();
      for (var each : accepted) {
        var bid = each.bid;
        own.put(
            bid.bidder(),
            new OwnBid(
                bid.bidder(),
                auction.auction(),
                auction.item(),
                bid.maximum(),
                bid.at(),
                Optional.empty()));
      }
      var after =
          new BiddingState(bidding, auction.passedOver())
              .appliedTo(auction, auction.bids() + accepted.size());
      return new Auctions.Bidding(
          after, accepted.stream().map(Accepted::bid).toList(), List.copyOf(own.values()));
    }

    /** The state of the auction after all bids of the batch. */
    private PlacedBid placed(Bidder bidder) {
      return new PlacedBid(
          bidder.bid(),
          bidding.isLedBy(bidder.user()),
          bidding.price(),
          bidding.nextMinimum(bidder.user()),
          bidding.ends());
    }

    /** Returns the result for a bid of this batch, or for one that was written before. */
    Result resultOf(Bidder bidder) {
      var refusal = refused.get(bidder);
      return refusal == null ? new Result.Accepted(placed(bidder)) : new Result.Refused(refusal);
    }
  }
}

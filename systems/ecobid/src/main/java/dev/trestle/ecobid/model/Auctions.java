package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.AT;
import static dev.trestle.ecobid.model.EcoBidTable.AUCTION;
import static dev.trestle.ecobid.model.EcoBidTable.BID;
import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.ItemCollection;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Auctions with their bids in the same partition, so that one query reads both. */
public final class Auctions {
  private static final KeyTemplate OF_AUCTION = KeyTemplate.of("AUCTION#<auction>", AUCTION);

  /** The contents of an auction's partition. */
  public sealed interface Entry {}

  /** The state of an auction. */
  public enum State {
    ACTIVE,
    /** There is a winner. */
    ENDED,
    /** Nobody reached the reserve price. */
    UNSOLD,
    /** Nobody has bid. */
    EXPIRED,
    WITHDRAWN
  }

  /**
   * An auction. Amounts are in the currency's smallest unit.
   *
   * @param reserve the lowest price that the seller accepts; never shown
   * @param leaderMaximum the leader's maximum; shown only to the leader
   * @param bids the number of accepted bids, which are numbered in this order
   * @param passedOver winners who did not take the item
   */
  public record Auction(
      AuctionId auction,
      ItemId item,
      UserId seller,
      long minimum,
      Optional<Long> reserve,
      long price,
      Optional<UserId> leader,
      long leaderMaximum,
      long bids,
      Instant ends,
      State state,
      Set<UserId> passedOver,
      Optional<Instant> expiresAt,
      long version)
      implements Entry {
    public Auction in(State other) {
      return new Auction(
          auction,
          item,
          seller,
          minimum,
          reserve,
          price,
          leader,
          leaderMaximum,
          bids,
          ends,
          other,
          passedOver,
          expiresAt,
          version);
    }
  }

  /**
   * An accepted bid.
   *
   * @param at when it was first sent; a repetition has the same time and id, and so the same key
   * @param number the order in which bids were accepted
   * @param price the price after this bid
   */
  public record Bid(
      AuctionId auction,
      Instant at,
      BidId bid,
      long number,
      UserId bidder,
      long maximum,
      long price,
      boolean isWithdrawn,
      Optional<Instant> expiresAt)
      implements Entry {
    /** The same bid without its name; one that was withdrawn does not count. */
    public Bid anonymised(UserId alias, boolean withdrawn) {
      return new Bid(
          auction, at, bid, number, alias, maximum, price, isWithdrawn || withdrawn, expiresAt);
    }
  }

  /** An auction that a user has bid in. */
  public record OwnBid(
      UserId user,
      AuctionId auction,
      ItemId item,
      long maximum,
      Instant last,
      Optional<Instant> expiresAt) {}

  public static final Entity<Auction> AUCTION_OF =
      TABLE
          .entity(Auction.class, lookup())
          .partition(OF_AUCTION)
          .sort(KeyTemplate.of("METADATA"))
          .mayExpire(Auction::expiresAt)
          .version(Auction::version)
          .maxBytes(2048)
          .population(Population.of(500, 1))
          .example(Examples.AUCTION_STANDING);

  /**
   * Sorts below METADATA, so that a descending query returns the auction and then the latest bids.
   */
  public static final Entity<Bid> BID_OF =
      TABLE
          .entity(Bid.class, lookup())
          .partition(OF_AUCTION)
          .sort(KeyTemplate.of("BID#<at>#<bid>", AT, BID))
          .mayExpire(Bid::expiresAt)
          .population(Population.of(5000, 500))
          .example(
              new Bid(
                  Examples.AUCTION,
                  Examples.NOW,
                  new BidId("bid_01JCQZ8M5R3V7W9X1Y2Z3A4B5H"),
                  7,
                  Examples.BO,
                  2000,
                  1200,
                  false,
                  Optional.empty()));

  public static final Entity<OwnBid> OWN_BID =
      TABLE
          .entity(OwnBid.class, lookup())
          .partition(Profiles.OF_USER)
          .sort(KeyTemplate.of("BID#<auction>", AUCTION))
          .mayExpire(OwnBid::expiresAt)
          .population(Population.of(3000, 200))
          .example(
              new OwnBid(
                  Examples.BO,
                  Examples.AUCTION,
                  Examples.ITEM,
                  2000,
                  Examples.NOW,
                  Optional.empty()));

  public record OfAuction(AuctionId auction) {}

  public record OfUser(UserId user) {}

  /** The auction, then its bids, the latest first. */
  public static final Query<OfAuction, Entry> WITH_BIDS =
      ItemCollection.of(Entry.class, List.of(AUCTION_OF, BID_OF))
          .query("E7", "auction and its bids", OfAuction.class)
          .descending()
          .consistent()
          .page(100)
          .typically(10)
          .load(perSecond(1).hottestKey(0.5))
          .build();

  public static final Get<OfAuction, Auction> FIND =
      AUCTION_OF
          .get("auction.one", "one auction", OfAuction.class)
          .consistent()
          .load(perSecond(0.5))
          .build();

  /** The auctions of a page of items. */
  public static final BatchGet<OfAuction, Auction> FIND_ALL =
      AUCTION_OF
          .batchGet("auction.some", "several auctions", OfAuction.class)
          .load(perSecond(0.4))
          .build();

  /** The whole history, to compute the price without one of the bidders. */
  public static final Query<OfAuction, Bid> HISTORY =
      BID_OF
          .query("auction.history", "all bids of an auction", OfAuction.class)
          .consistent()
          .page(100)
          .typically(10)
          .load(perSecond(0.001))
          .build();

  public static final Query<OfUser, OwnBid> OF_BIDDER =
      OWN_BID
          .query("auction.of-bidder", "auctions that a user has bid in", OfUser.class)
          .descending()
          .page(50)
          .typically(3)
          .load(perSecond(0.3))
          .build();

  static final Put<Auction, Auction> SAVE =
      AUCTION_OF.put("auction.save", "save the auction").build();

  public record Bidding(Auction auction, List<Bid> bids, List<OwnBid> own) {}

  /** How many bids are anonymised in one transaction. */
  public static final int REWRITTEN_MAX = 50;

  /** The maximum number of bids in one transaction. */
  public static final int BATCH_MAX = 20;

  /** The auction's version decides: a bid on an outdated state is refused and tried again. */
  public static final Transaction<Bidding> PLACE =
      Transaction.of("auction.bid", "place bids", Bidding.class, lookup())
          .step(SAVE, Bidding::auction)
          .each(
              BID_OF.put("auction.bid.bid", "the bid").ifAbsent().build(),
              Bidding::bids,
              BATCH_MAX,
              1)
          .each(
              OWN_BID.put("auction.bid.own", "for the bidder's list").build(),
              Bidding::own,
              BATCH_MAX,
              1)
          .load(perSecond(0.2).hottestKey(0.5))
          .build();

  public record Rewriting(Auction auction, List<Bid> bids) {}

  static final Put<Bid, Bid> REWRITE_BID =
      BID_OF.put("auction.rewrite.bid", "a bid without its name").build();

  /** For a deleted account: its bids lose their name, and a leading one no longer counts. */
  public static final Transaction<Rewriting> REWRITE =
      Transaction.of("auction.rewrite", "a bidder's account was deleted", Rewriting.class, lookup())
          .step(SAVE, Rewriting::auction)
          .each(REWRITE_BID, Rewriting::bids, REWRITTEN_MAX, 2)
          .load(perSecond(0.001))
          .build();

  public record OfBid(AuctionId auction, Instant at, BidId bid) {}

  /** Finds out whether a repeated bid was already placed. */
  public static final Get<OfBid, Bid> FIND_BID =
      BID_OF
          .get("auction.one-bid", "one bid", OfBid.class)
          .consistent()
          .load(perSecond(0.01))
          .build();

  public static final BatchWrite<OfBid, Bid> ERASE_BIDS =
      BID_OF
          .batchWrite("auction.erase-bids", "the auction is gone", OfBid.class)
          .typically(10)
          .load(perSecond(0.001))
          .build();

  public record OfOwnBid(UserId user, AuctionId auction) {}

  public static final Delete<OfOwnBid, OwnBid> ERASE_OWN_BID =
      OWN_BID
          .delete("auction.erase-own", "an account was deleted", OfOwnBid.class)
          .load(perSecond(0.001))
          .build();

  public static final BatchWrite<OfOwnBid, OwnBid> ERASE_OWN_BIDS =
      OWN_BID
          .batchWrite("auction.erase-all-own", "the auction is gone", OfOwnBid.class)
          .typically(4)
          .load(perSecond(0.001))
          .build();

  public static final Delete<OfAuction, Auction> ERASE =
      AUCTION_OF
          .delete("auction.erase", "the item is gone", OfAuction.class)
          .load(perSecond(0.001))
          .build();

  private Auctions() {}
}

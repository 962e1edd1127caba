package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.AT;
import static dev.trestle.ecobid.model.EcoBidTable.AUCTION;
import static dev.trestle.ecobid.model.EcoBidTable.BID;
import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Collection;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Auctions with their bids, side by side so that one query has both. */
public final class Auctions {
  private static final KeyTemplate OF_AUCTION = KeyTemplate.of("AUCTION#<auction>", AUCTION);

  /** What an auction's partition holds. */
  public sealed interface Entry {}

  /** An auction as it stands; amounts in the currency's smallest unit. */
  public record Auction(
      AuctionId auction,
      ItemId item,
      UserId seller,
      long minimum,
      Optional<Long> reserve,
      long price,
      Optional<UserId> leader,
      long leaderMaximum,
      Instant ends,
      String state,
      long version)
      implements Entry {}

  /** A bid that was accepted, in the order in which they were. */
  public record Bid(
      AuctionId auction, Instant at, BidId bid, UserId bidder, long maximum, long price)
      implements Entry {}

  public static final Entity<Auction> AUCTION_OF =
      TABLE
          .entity(Auction.class, lookup())
          .partition(OF_AUCTION)
          .sort(KeyTemplate.of("AUCTION"))
          .version(Auction::version)
          .population(Population.of(500, 1))
          .example(
              new Auction(
                  Examples.AUCTION,
                  Examples.ITEM,
                  Examples.ANN,
                  500,
                  Optional.empty(),
                  1200,
                  Optional.of(Examples.BO),
                  2000,
                  Examples.TOMORROW,
                  "active",
                  9));

  public static final Entity<Bid> BID_OF =
      TABLE
          .entity(Bid.class, lookup())
          .partition(OF_AUCTION)
          .sort(KeyTemplate.of("BID#<at>#<bid>", AT, BID))
          .population(Population.of(5000, 500))
          .example(
              new Bid(
                  Examples.AUCTION,
                  Examples.NOW,
                  new BidId("bid_01JCQZ8M5R3V7W9X1Y2Z3A4B5H"),
                  Examples.BO,
                  2000,
                  1200));

  public record OfAuction(AuctionId auction) {}

  public static final Query<OfAuction, Entry> E7 =
      Collection.of(Entry.class, List.of(AUCTION_OF, BID_OF))
          .query("E7", "auction and its bids", OfAuction.class)
          .consistent()
          .page(100)
          .typically(10)
          .load(perSecond(1).hottestKey(0.5))
          .build();

  static final Put<Auction, Auction> SAVE =
      AUCTION_OF.put("auction.save", "the auction as it stands now").build();

  public record Bidding(Auction auction, Bid bid) {}

  /** The auction's version decides: a bid that saw an older state is refused and told the next. */
  public static final Transaction<Bidding> PLACE =
      Transaction.of("auction.bid", "place a bid", Bidding.class, lookup())
          .step(SAVE, Bidding::auction)
          .step(BID_OF.put("auction.bid.bid", "the bid").ifAbsent().build(), Bidding::bid)
          .load(perSecond(0.2).hottestKey(0.5))
          .build();

  public static final Put<Auction, Auction> OPEN =
      AUCTION_OF.put("auction.open", "open an auction").load(perSecond(0.01)).build();

  private Auctions() {}
}

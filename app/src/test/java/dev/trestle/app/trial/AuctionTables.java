package dev.trestle.app.trial;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.EcoBidModel;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.Items;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.Reservations;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * EcoBid's tables beneath its servers. Auctions last for a day, so the trial writes an earlier end
 * into them; servers are left to notice it, as if the day were over.
 */
final class AuctionTables {
  private static final int ATTEMPTS_MAX = 20;

  private final Store store;

  AuctionTables(DynamoDbClient client) {
    this.store = Store.of(EcoBidModel.MODEL, client);
  }

  /** Lets an auction end now. */
  void end(String id) {
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      var auction = auction(id);
      var item = store.run(Items.CURRENT, new Items.OfItem(auction.item())).orElseThrow();
      if (store.run(Reservations.MOVE, ended(item, auction)) instanceof TransactionOutcome.Done) {
        return;
      }
    }
    throw new IllegalStateException("others change the auction all the time");
  }

  private static Reservations.Moving ended(Item item, Auction auction) {
    var now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    var ended =
        new Auction(
            auction.auction(),
            auction.item(),
            auction.seller(),
            auction.minimum(),
            auction.reserve(),
            auction.price(),
            auction.leader(),
            auction.leaderMaximum(),
            auction.bids(),
            now,
            auction.state(),
            auction.passedOver(),
            auction.expiresAt(),
            auction.version());
    var due =
        item.moved(item.status(), item.turns(), now, true)
            .timed(Optional.of(now), item.expiresAt());
    return new Reservations.Moving(
        due, List.of(), Optional.of(ended), Optional.empty(), Optional.empty(), List.of());
  }

  /** Whether a server has recorded the end. */
  boolean isEnded(String id) {
    return auction(id).state() == Auctions.State.ENDED;
  }

  private Auction auction(String id) {
    return store.run(Auctions.FIND, new Auctions.OfAuction(new AuctionId(id))).orElseThrow();
  }

  /** Everybody who was given an item. */
  List<String> receivers(String item) {
    return store
        .run(Reservations.OF_ITEM, new Reservations.OfItem(new ItemId(item)))
        .items()
        .stream()
        .map(Reservation::user)
        .map(UserId::value)
        .toList();
  }
}

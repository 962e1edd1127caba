package dev.trestle.ecobid.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Market;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.auction.BidderAliases;
import dev.trestle.ecobid.auction.BiddingState;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.EcoBidModel;
import dev.trestle.ecobid.model.Favourites;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.Reservations;
import dev.trestle.ecobid.model.Sharing;
import dev.trestle.ecobid.model.Status;
import dev.trestle.ecobid.photo.PhotoUploads;
import dev.trestle.ecobid.reservation.Handovers;
import dev.trestle.platform.blob.BlobDeletions;
import dev.trestle.platform.blob.MemoryBlobs;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Erasing somebody is interrupted again and again, and comes to the same end. */
class PersonErasureTest {
  private static final Set<String> WRITES =
      Set.of("putItem", "updateItem", "deleteItem", "transactWriteItems", "batchWriteItem");
  private static final int ATTEMPTS_MAX = 60;

  private final Market market = new Market();
  private final UserId ann = market.person();
  private final UserId bo = market.person();
  private final UserId cay = market.person();

  /** How many writes succeed before the server stops. */
  private int left;

  @AfterEach
  void close() {
    market.close();
  }

  private static final class StoppedException extends RuntimeException {
    StoppedException() {
      super("the server has stopped");
    }
  }

  /** Passes calls on, until no more writes are left. */
  private DynamoDbClient stopping() {
    var client = market.trestle.client();
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              if (WRITES.contains(method.getName()) && left-- <= 0) throw new StoppedException();
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  private PersonErasure erasure(DynamoDbClient client) {
    var store = Store.of(EcoBidModel.MODEL, client, StoreOptions.standard().clock(market.clock));
    var handovers = new Handovers(store, market.clock, 3);
    var blobs = new MemoryBlobs();
    var queue = new TableQueue(client, StoreOptions.standard(), QueueOptions.of("test"));
    var deletions = new BlobDeletions(queue, "deletions", blobs);
    return new PersonErasure(
        store,
        new UserProfiles(store, market.clock, market.ids),
        handovers,
        new BidErasure(store, handovers, new BidderAliases(new byte[32])),
        new PhotoUploads(store, blobs, deletions, market.clock, market.ids),
        _ -> {});
  }

  /** Passes calls on, and changes an item just before each transaction. */
  private DynamoDbClient racing(Runnable change) {
    var client = market.trestle.client();
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              if (method.getName().equals("transactWriteItems")) change.run();
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  /** Otherwise the item would be kept for somebody who is gone. */
  @Test
  void an_erasure_that_could_not_cancel_a_reservation_is_not_done() {
    var taken = market.free(bo, Sharing.FIRST);
    market.handovers.reserve(ann, taken.item(), "n");
    var erasure = erasure(racing(() -> market.handovers.renew(bo, taken.item())));
    assertThatThrownBy(() -> erasure.erase(ann)).isInstanceOf(Refusal.Busy.class);
    erasure(market.trestle.client()).erase(ann);
    assertThat(market.item(taken).status()).isEqualTo(Status.AVAILABLE);
  }

  private Auctions.Auction auction(Item item) {
    var key = new Auctions.OfAuction(item.auctionId().orElseThrow());
    return market.store.run(Auctions.FIND, key).orElseThrow();
  }

  @Test
  void an_erasure_goes_on_where_it_was_interrupted() {
    var own = market.free(ann, Sharing.FIRST);
    market.handovers.reserve(bo, own.item(), "n");
    var drawn = market.free(bo, Sharing.DRAW);
    market.handovers.reserve(ann, drawn.item(), "n");
    var taken = market.free(bo, Sharing.FIRST);
    market.handovers.reserve(ann, taken.item(), "n");
    var led = market.auction(bo, 500, Optional.empty());
    market.bid(cay, led, 800);
    // More than one transaction takes.
    for (long maximum = 1000; maximum < 1000 + 60 * 100; maximum += 100) {
      market.bid(ann, led, maximum);
    }
    market.store.run(
        Favourites.ADD, new Favourites.Favourite(drawn.item(), ann, market.clock.instant()));
    market.profiles.block(ann, cay, true);

    var erasure = erasure(stopping());
    int attempts = 0;
    boolean isDone = false;
    while (!isDone) {
      assertThat(++attempts).isLessThan(ATTEMPTS_MAX);
      left = attempts;
      try {
        erasure.erase(ann);
        isDone = true;
      } catch (StoppedException again) {
        // The next start goes on.
      }
    }
    assertThat(attempts).isGreaterThan(3);
    assertErased(own, drawn, taken, led);
    erasure(market.trestle.client()).erase(ann);
    assertErased(own, drawn, taken, led);
  }

  private void assertErased(Item own, Item drawn, Item taken, Item led) {
    var withdrawn = market.item(own);
    assertThat(withdrawn.status()).isEqualTo(Status.WITHDRAWN);
    assertThat(withdrawn.location().address()).isEmpty();
    assertThat(withdrawn.location().latitude()).isEqualTo(own.publicCell().centre().latitude());
    assertThat(market.profiles.find(ann)).isEmpty();
    assertThat(market.profiles.get(bo).active()).isZero();
    assertThat(market.item(taken).status()).isEqualTo(Status.AVAILABLE);
    assertThat(market.item(drawn).turns().waiting()).isZero();
    assertThat(market.store.run(Reservations.OF_HOLDER, new Reservations.OfHolder(ann)).items())
        .isEmpty();
    assertThat(market.store.run(Favourites.OF_USER, new Favourites.OfUser(ann)).items()).isEmpty();
    assertThat(market.store.run(Auctions.OF_BIDDER, new Auctions.OfUser(ann)).items()).isEmpty();
    assertThat(market.profiles.isBlocked(cay, ann)).isFalse();
    var history = market.handovers.history(led.auctionId().orElseThrow());
    assertThat(history).hasSize(61).noneMatch(bid -> bid.bidder().equals(ann));
    var stands = auction(led);
    assertThat(stands.leader()).contains(cay);
    assertThat(stands.price()).isEqualTo(500);
    assertThat(BiddingState.without(stands, history, Set.of()).bidding().price()).isEqualTo(500);
  }
}

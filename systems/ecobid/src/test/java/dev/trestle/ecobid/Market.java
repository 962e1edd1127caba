package dev.trestle.ecobid;

import dev.trestle.accounts.UserId;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.ecobid.auction.AuctionTerms;
import dev.trestle.ecobid.auction.Bids;
import dev.trestle.ecobid.auction.PlacedBid;
import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.ecobid.item.Listings;
import dev.trestle.ecobid.item.NewItem;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.BidId;
import dev.trestle.ecobid.model.Category;
import dev.trestle.ecobid.model.EcoBidModel;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.Items;
import dev.trestle.ecobid.model.Sharing;
import dev.trestle.ecobid.profile.UserProfiles;
import dev.trestle.ecobid.reservation.Handovers;
import dev.trestle.ecobid.search.RadiusSearch;
import dev.trestle.ecobid.search.Visibility;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** A market on an engine of its own, with a clock under control and no workers. */
public final class Market implements AutoCloseable {
  public static final GeoPoint WARSAW = new GeoPoint(52.2297, 21.0122);

  public final ManualClock clock = new ManualClock();
  public final Trestle trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
  public final Store store;
  public final Ids ids;
  public final UserProfiles profiles;
  public final Handovers handovers;
  public final Listings listings;
  public final Bids bids;
  public final Visibility visibility;
  public final RadiusSearch search;
  private final Random random = new Random(ThreadLocalRandom.current().nextLong());

  public Market() {
    TableCreation.create(EcoBidModel.MODEL, trestle.client(), "");
    store = Store.of(EcoBidModel.MODEL, trestle.client(), StoreOptions.standard().clock(clock));
    ids = new Ids(clock, random);
    profiles = new UserProfiles(store, clock, ids);
    handovers = new Handovers(store, clock, 3);
    listings = new Listings(store, handovers, clock, random);
    bids = new Bids(store, clock);
    visibility = new Visibility(store, handovers, clock);
    search = new RadiusSearch(store, visibility);
  }

  /** Creates a user with a profile. */
  public UserId person() {
    var user = new UserId(ids.next("user_"));
    profiles.ensure(user, () -> "Somebody");
    return user;
  }

  /** A free item at some place. */
  public Item at(UserId giver, GeoPoint place, Category category) {
    return list(giver, place, category, Sharing.FIRST, Optional.empty());
  }

  public Item free(UserId giver, Sharing sharing) {
    return list(giver, sharing, Optional.empty());
  }

  public Item auction(UserId giver, long minimum, Optional<Long> reserve) {
    return list(giver, Sharing.FIRST, Optional.of(new AuctionTerms(24, minimum, reserve)));
  }

  private Item list(UserId giver, Sharing sharing, Optional<AuctionTerms> terms) {
    return list(giver, WARSAW, Category.FURNITURE, sharing, terms);
  }

  private Item list(
      UserId giver,
      GeoPoint place,
      Category category,
      Sharing sharing,
      Optional<AuctionTerms> terms) {
    var wanted =
        new NewItem(
            "Kitchen chair",
            "Birch",
            category,
            place,
            "Marszalkowska 1",
            sharing,
            6,
            terms,
            List.of());
    return listings.list(
        giver,
        wanted,
        new ItemId(ids.next("item_")),
        new AuctionId(ids.next("auc_")),
        clock.instant());
  }

  public PlacedBid bid(UserId user, Item item, long maximum) {
    return bids.bid(
        user,
        item.auctionId().orElseThrow(),
        maximum,
        new BidId(ids.next("bid_")),
        clock.instant());
  }

  public Item item(Item item) {
    return store.run(Items.CURRENT, new Items.OfItem(item.item())).orElseThrow();
  }

  @Override
  public void close() {
    search.close();
    trestle.close();
  }
}

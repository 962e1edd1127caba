package dev.trestle.bench.ecobid;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.AccountsOptions;
import dev.trestle.accounts.UserId;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.ecobid.EcoBid;
import dev.trestle.ecobid.EcoBidOptions;
import dev.trestle.ecobid.auction.AuctionTerms;
import dev.trestle.ecobid.auction.Bids;
import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.ecobid.item.Listings;
import dev.trestle.ecobid.item.NewItem;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.BidId;
import dev.trestle.ecobid.model.Category;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.Sharing;
import dev.trestle.ecobid.profile.UserProfiles;
import dev.trestle.ecobid.reservation.Handovers;
import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import dev.trestle.http.Hosts;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.limit.MemoryLimiter;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.store.StoreOptions;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A market on a durable engine, served over HTTP, that lets everybody call as often as they like.
 */
final class BenchMarket implements AutoCloseable {
  private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int LIMITED_KEYS_MAX = 1000;

  private final Trestle trestle;
  private final SystemContext context;
  private final Accounts accounts;
  private final EcoBid ecobid;
  private final SiteServer server;
  private final UserProfiles profiles;
  private final Listings listings;
  private final Bids bids;

  BenchMarket(Path folder) {
    trestle =
        Trestle.open(EngineOptions.at(folder.resolve("engine")).withDurability(Durability.SYNC));
    var calls = new AtomicLong();
    context =
        SystemContext.open(
                trestle.client(),
                trestle.streamsClient(),
                StoreOptions.standard(),
                new MemorySecrets(new SecureRandom()),
                FeedOptions.polling("bench"))
            .limits(
                new RateLimits(
                    new MemoryLimiter(() -> calls.addAndGet(MINUTE_NANOS), LIMITED_KEYS_MAX)));
    accounts = Accounts.open(context, AccountsOptions.local());
    ecobid = EcoBid.open(context, accounts, EcoBidOptions.STANDARD);
    var store = ecobid.stores().getFirst();
    var handovers = new Handovers(store, context.clock(), 3);
    profiles = new UserProfiles(store, context.clock(), context.ids());
    listings = new Listings(store, handovers, context.clock(), context.random());
    bids = new Bids(store, context.clock());
    var requests = new AtomicLong();
    var site = new Site(Hosts.of("127.0.0.1"), () -> "req_" + requests.incrementAndGet());
    ecobid.mount(site);
    server = SiteServer.start(site, "127.0.0.1", 0);
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.port());
  }

  UserId person() {
    var user = new UserId(context.ids().next("user_"));
    profiles.ensure(user, () -> "Somebody");
    return user;
  }

  Item give(UserId giver, GeoPoint place, Instant at) {
    return list(giver, place, at, Optional.empty());
  }

  Item auction(UserId giver, GeoPoint place) {
    var terms = new AuctionTerms(24, AuctionTerms.MINIMUM_MIN, Optional.empty());
    return list(giver, place, Instant.now(), Optional.of(terms));
  }

  private Item list(UserId giver, GeoPoint place, Instant at, Optional<AuctionTerms> terms) {
    var offer =
        new NewItem(
            "Kitchen chair",
            "Birch, a little worn, stands well.",
            Category.FURNITURE,
            place,
            "Marszalkowska 1",
            Sharing.FIRST,
            6,
            terms,
            List.of());
    var ids = context.ids();
    return listings.list(
        giver, offer, new ItemId(ids.next("item_")), new AuctionId(ids.next("auc_")), at);
  }

  void bid(UserId user, Item item, long maximum) {
    var id = new BidId(context.ids().next("bid_"));
    bids.bid(user, item.auctionId().orElseThrow(), maximum, id, Instant.now());
  }

  @Override
  public void close() {
    server.close();
    ecobid.close();
    accounts.close();
    context.close();
    trestle.close();
  }
}

package dev.trestle.ecobid.model.seed;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.ItemCollection;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.util.List;

/**
 * ADR-002 word for word: eight kinds of items, two indexes, eight patterns. Ids are free text, as
 * in its examples ({@code user_123}, {@code item_456}).
 */
final class EcoBidSeed {
  private static final Alphabet ID = Alphabet.of("0-9A-Za-z_");

  static final Part<String> USER = Part.text("user", ID, 40);
  static final Part<String> ITEM = Part.text("item", ID, 40);
  static final Part<String> RESERVATION = Part.text("reservation", ID, 40);
  static final Part<String> AUCTION = Part.text("auction", ID, 40);
  static final Part<String> BID = Part.text("bid", ID, 40);
  static final Part<String> GEOHASH = Part.text("geohash", Alphabet.of("0-9b-hjkmnp-z"), 6);
  static final Part<String> CATEGORY = Part.text("category", Alphabet.of("a-z"), 20);
  static final Part<Instant> TIMESTAMP = Part.isoMillis("timestamp");

  static final Table TABLE =
      Table.named("ecobid")
          .partition(string("PK"))
          .sort(string("SK"))
          .global(index("GSI1", string("geohash")).sort(string("timestamp")).all())
          .global(index("GSI2", string("category")).sort(string("timestamp")).all())
          .timeToLive("expiresAt")
          .stream(StreamView.NEW_AND_OLD_IMAGES)
          .build();

  record Profile(String user, String name) {}

  record UserItem(String user, String item) {}

  record Item(
      String item,
      String owner,
      String title,
      String geohash,
      String category,
      String status,
      Instant timestamp) {}

  record Reservation(String item, String reservation, String user, String status) {}

  sealed interface AuctionOrBid {}

  record Auction(String item, String auction, long price) implements AuctionOrBid {}

  record Bid(String auction, String bid, Instant timestamp, long amount) implements AuctionOrBid {}

  record GeoItem(String geohash, String item, Instant timestamp) {}

  record CategoryItem(String category, String item, Instant timestamp) {}

  static final Instant NOW = Instant.parse("2026-02-13T10:30:45.123Z");

  static final Entity<Profile> PROFILE =
      TABLE
          .entity(Profile.class, lookup())
          .partition(KeyTemplate.of("USER#<user>", USER))
          .sort(KeyTemplate.of("PROFILE"))
          .example(new Profile("user_123", "Ann"));

  static final Entity<UserItem> USER_ITEM =
      TABLE
          .entity(UserItem.class, lookup())
          .partition(KeyTemplate.of("USER#<user>", USER))
          .sort(KeyTemplate.of("ITEM#<item>", ITEM))
          .example(new UserItem("user_123", "item_456"));

  static final Entity<Item> ITEM_OF =
      TABLE
          .entity(Item.class, lookup())
          .partition(KeyTemplate.of("ITEM#<item>", ITEM))
          .sort(KeyTemplate.of("METADATA"))
          .in("GSI1", GEOHASH, TIMESTAMP)
          .in("GSI2", CATEGORY, TIMESTAMP)
          .example(
              new Item("item_456", "user_123", "Chair", "u3qcnm", "furniture", "available", NOW));

  static final Entity<Reservation> RESERVATION_OF =
      TABLE
          .entity(Reservation.class, lookup())
          .partition(KeyTemplate.of("ITEM#<item>", ITEM))
          .sort(KeyTemplate.of("RESERVATION#<reservation>", RESERVATION))
          .example(new Reservation("item_456", "res_1", "user_123", "active"));

  static final Entity<Auction> AUCTION_OF =
      TABLE
          .entity(Auction.class, lookup())
          .partition(KeyTemplate.of("ITEM#<item>", ITEM))
          .sort(KeyTemplate.of("AUCTION#<auction>", AUCTION))
          .example(new Auction("item_456", "auc_1", 500));

  static final Entity<Bid> BID_OF =
      TABLE
          .entity(Bid.class, lookup())
          .partition(KeyTemplate.of("AUCTION#<auction>", AUCTION))
          .sort(KeyTemplate.of("BID#<bid>#<timestamp>", BID, TIMESTAMP))
          .example(new Bid("auc_1", "bid_1", NOW, 500));

  static final Entity<GeoItem> GEO =
      TABLE
          .entity(GeoItem.class, lookup())
          .partition(KeyTemplate.of("GEO#<geohash>", GEOHASH))
          .sort(KeyTemplate.of("ITEM#<item>#<timestamp>", ITEM, TIMESTAMP))
          .example(new GeoItem("u3qcnm", "item_456", NOW));

  static final Entity<CategoryItem> CATEGORY_OF =
      TABLE
          .entity(CategoryItem.class, lookup())
          .partition(KeyTemplate.of("CATEGORY#<category>", CATEGORY))
          .sort(KeyTemplate.of("ITEM#<item>#<timestamp>", ITEM, TIMESTAMP))
          .example(new CategoryItem("furniture", "item_456", NOW));

  record OfUser(String user) {}

  record OfItem(String item) {}

  record OfAuction(String auction) {}

  record OfStatus(String status) {}

  record NearSince(String geohash, String category, Instant since) {}

  record Since(String category, Instant since) {}

  static final Get<OfUser, Profile> E1 = PROFILE.get("E1", "user profile", OfUser.class).build();

  record PlaceSince(String geohash, Instant since) {}

  /** "ITEM#<itemId>#<timestamp>", queried for new items. */
  static Query<PlaceSince, GeoItem> newInPlace() {
    return GEO.query("E9", "items by place, since a time", PlaceSince.class)
        .from(PlaceSince::since)
        .build();
  }

  record BidsSince(String auction, Instant since) {}

  static Query<BidsSince, Bid> newBids() {
    return BID_OF
        .query("E7.bids", "bids since a time", BidsSince.class)
        .from(BidsSince::since)
        .build();
  }

  static final Query<OfUser, UserItem> E2 =
      USER_ITEM.query("E2", "items by user", OfUser.class).build();

  static final Query<NearSince, Item> E3 =
      ITEM_OF
          .index("GSI1")
          .query("E3", "items by location and category", NearSince.class)
          .from(NearSince::since)
          .filter(field(Item::category).is(param(NearSince::category)))
          .build();

  static final Get<OfItem, Item> E4 = ITEM_OF.get("E4", "item details", OfItem.class).build();

  static final Query<OfItem, Reservation> E5 =
      RESERVATION_OF.query("E5", "reservations of an item", OfItem.class).build();

  static final Query<OfUser, Reservation> E6 =
      RESERVATION_OF.query("E6", "a user's active reservations", OfUser.class).build();

  static final Query<OfAuction, AuctionOrBid> E7 =
      ItemCollection.of(AuctionOrBid.class, List.of(AUCTION_OF, BID_OF))
          .query("E7", "auction details and bids", OfAuction.class)
          .build();

  static final Query<OfStatus, Item> E8 =
      ITEM_OF.query("E8", "items by status", OfStatus.class).build();

  static final Query<Since, Item> E10 =
      ITEM_OF
          .index("GSI2")
          .query("E10", "items by category", Since.class)
          .from(Since::since)
          .load(perSecond(1))
          .build();

  record Listing(Item item, UserItem own, GeoItem place, CategoryItem category) {}

  static final Transaction<Listing> LIST =
      Transaction.of("list", "list an item", Listing.class, lookup())
          .step(ITEM_OF.put("list.item", "the item").ifAbsent().build(), Listing::item)
          .step(USER_ITEM.put("list.own", "for its owner").build(), Listing::own)
          .step(GEO.put("list.geo", "by place").build(), Listing::place)
          .step(CATEGORY_OF.put("list.category", "by category").build(), Listing::category)
          .build();

  static final Put<Reservation, Reservation> RESERVE =
      RESERVATION_OF.put("reserve", "reserve").ifAbsent().build();
  static final Put<Auction, Auction> OPEN = AUCTION_OF.put("open", "open an auction").build();
  static final Put<Bid, Bid> PLACE = BID_OF.put("bid", "bid").ifAbsent().build();
  static final Put<Profile, Profile> SAVE = PROFILE.put("save", "save a profile").build();

  static final Model MODEL =
      Model.named("ecobid as ADR-002 has it")
          .entities(
              PROFILE, USER_ITEM, ITEM_OF, RESERVATION_OF, AUCTION_OF, BID_OF, GEO, CATEGORY_OF)
          .patterns(E1, E2, E3, E4, E5, E6, E7, E8, E10)
          .patterns(LIST, RESERVE, OPEN, PLACE, SAVE)
          .build();

  private EcoBidSeed() {}
}

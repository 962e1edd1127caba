package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.AREA;
import static dev.trestle.ecobid.model.EcoBidTable.CATEGORY;
import static dev.trestle.ecobid.model.EcoBidTable.CELL4;
import static dev.trestle.ecobid.model.EcoBidTable.CELL5;
import static dev.trestle.ecobid.model.EcoBidTable.CELL6;
import static dev.trestle.ecobid.model.EcoBidTable.DUE;
import static dev.trestle.ecobid.model.EcoBidTable.DUE_SHARD;
import static dev.trestle.ecobid.model.EcoBidTable.ITEM;
import static dev.trestle.ecobid.model.EcoBidTable.LISTED;
import static dev.trestle.ecobid.model.EcoBidTable.MARKET;
import static dev.trestle.ecobid.model.EcoBidTable.STATUS;
import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.model.BatchGet;
import dev.trestle.model.Composite;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Items, found by id, owner, place, category or status. */
public final class Items {
  static final KeyTemplate OF_ITEM = KeyTemplate.of("ITEM#<item>", ITEM);
  private static final KeyTemplate NEWEST = KeyTemplate.of("<listed>#<item>", LISTED, ITEM);

  /** What a search result contains of an item. */
  public record Summary(
      ItemId item,
      UserId owner,
      Instant listed,
      String title,
      Category category,
      List<PhotoId> photos,
      Mode mode,
      Sharing sharing,
      Status status,
      Optional<String> cell6,
      Optional<AuctionId> auctionId,
      Optional<Instant> due) {}

  /** An item in its owner's list. */
  public record OwnItem(UserId user, Instant listed, ItemId item) {}

  /** An item with a deadline that has passed. */
  public record DueItem(ItemId item, Instant due) {}

  public static final Entity<Item> ITEM_OF =
      TABLE
          .entity(Item.class, lookup())
          .partition(OF_ITEM)
          .sort(KeyTemplate.of("METADATA"))
          .in("cell6-index", CELL6, NEWEST)
          .in("cell5-index", CELL5, NEWEST)
          .in("cell4-index", CELL4, NEWEST)
          .in("category-index", KeyTemplate.of("<category>#<market>", CATEGORY, MARKET), NEWEST)
          .in("status-index", KeyTemplate.of("<status>#<area>", STATUS, AREA), NEWEST)
          .in("due-index", KeyTemplate.of("ITEM#<dueShard>", DUE_SHARD), DUE)
          .mayExpire(Item::expiresAt)
          .version(Item::version)
          .maxBytes(8192)
          .population(Population.of(5000, 1))
          .example(Examples.CHAIR);

  public static final Entity<OwnItem> OWN =
      TABLE
          .entity(OwnItem.class, lookup())
          .partition(Profiles.OF_USER)
          .sort(KeyTemplate.of("ITEM#<listed>#<item>", LISTED, ITEM))
          .population(Population.of(5000, 200))
          .example(new OwnItem(Examples.ANN, Examples.NOW, Examples.ITEM));

  public record OfUser(UserId user) {}

  public record OfItem(ItemId item) {}

  /** The cells of one precision up to a time, which is the cursor of a search. */
  public record InCell4(String cell4, Instant upTo) {}

  public record InCell5(String cell5, Instant upTo) {}

  public record InCell6(String cell6, Instant upTo) {}

  public record OfCategory(Category category, String market, Instant upTo) {}

  public record OfStatus(Status status, String area, Instant upTo) {}

  public record DueBy(long dueShard, Instant upTo) {}

  public static final Query<OfUser, OwnItem> OF_OWNER =
      OWN.query("E2", "a user's items", OfUser.class)
          .descending()
          .page(50)
          .typically(5)
          .load(perSecond(0.2))
          .build();

  public static final Get<OfItem, Item> FIND =
      ITEM_OF.get("E4", "one item", OfItem.class).load(perSecond(1)).build();

  /** A consistent read, before a write that depends on it. */
  public static final Get<OfItem, Item> CURRENT =
      ITEM_OF
          .get("item.current", "one item as it is now", OfItem.class)
          .consistent()
          .load(perSecond(0.2))
          .build();

  public static final BatchGet<OfItem, Item> FIND_ALL =
      ITEM_OF.batchGet("item.some", "several items", OfItem.class).load(perSecond(0.2)).build();

  /** For searches within 1 km. */
  public static final Query<InCell6, Summary> IN_CELL6 =
      ITEM_OF
          .index("cell6-index")
          .query("E9.near", "items by place, 1 km", InCell6.class)
          .as(Summary.class)
          .upTo(InCell6::upTo)
          .descending()
          .withExpired()
          .page(100)
          .typically(2)
          .load(perSecond(0.5).hottestKey(0.1))
          .build();

  /** For searches within 5 km: one query for each of up to twelve cells. */
  public static final Query<InCell5, Summary> IN_CELL5 =
      ITEM_OF
          .index("cell5-index")
          .query("E9", "items by place", InCell5.class)
          .as(Summary.class)
          .upTo(InCell5::upTo)
          .descending()
          .withExpired()
          .page(100)
          .typically(5)
          .load(perSecond(1.2).hottestKey(0.1))
          .build();

  public static final Query<InCell4, Summary> IN_CELL4 =
      ITEM_OF
          .index("cell4-index")
          .query("E9.wide", "items by place, 10 and 25 km", InCell4.class)
          .as(Summary.class)
          .upTo(InCell4::upTo)
          .descending()
          .withExpired()
          .page(100)
          .typically(20)
          .load(perSecond(0.2).hottestKey(0.2))
          .build();

  public static final Composite BY_PLACE_AND_CATEGORY =
      Composite.of(
          "E3",
          "items by place and category",
          "The category is compared after reading. DynamoDB charges the same read units for a"
              + " filter, and a page that a filter has emptied does not say how far it came, which"
              + " the cursor of a merged search has to know.",
          IN_CELL6,
          IN_CELL5,
          IN_CELL4);

  public static final Query<OfCategory, Summary> BY_CATEGORY =
      ITEM_OF
          .index("category-index")
          .query("E10", "items by category", OfCategory.class)
          .as(Summary.class)
          .upTo(OfCategory::upTo)
          .descending()
          .withExpired()
          .page(100)
          .typically(20)
          .load(perSecond(0.2).hottestKey(0.3))
          .build();

  public static final Query<OfStatus, Summary> BY_STATUS =
      ITEM_OF
          .index("status-index")
          .query("E8", "items by status", OfStatus.class)
          .as(Summary.class)
          .upTo(OfStatus::upTo)
          .descending()
          .withExpired()
          .page(100)
          .typically(20)
          .load(perSecond(0.1).hottestKey(0.5))
          .build();

  /** For the schedule. */
  public static final Query<DueBy, DueItem> DUE_BY =
      ITEM_OF
          .index("due-index")
          .query("item.due", "items whose time has come", DueBy.class)
          .as(DueItem.class)
          .upTo(DueBy::upTo)
          .withExpired()
          .page(50)
          .typically(0.1)
          .load(perSecond(2).hottestKey(0.5))
          .build();

  /** The version decides which of several concurrent writers wins. */
  public static final Put<Item, Item> SAVE =
      ITEM_OF.put("item.save", "change an item").load(perSecond(0.05)).build();

  public static final Delete<OfItem, Item> ERASE =
      ITEM_OF
          .delete("item.erase", "an account was deleted", OfItem.class)
          .load(perSecond(0.001))
          .build();

  public record OfOwnItem(UserId user, Instant listed, ItemId item) {}

  public static final Delete<OfOwnItem, OwnItem> FORGET =
      OWN.delete("item.forget", "take it off its owner's list", OfOwnItem.class)
          .load(perSecond(0.01))
          .build();

  private Items() {}
}

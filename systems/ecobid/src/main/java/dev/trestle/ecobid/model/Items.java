package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.AREA;
import static dev.trestle.ecobid.model.EcoBidTable.CATEGORY;
import static dev.trestle.ecobid.model.EcoBidTable.CELL4;
import static dev.trestle.ecobid.model.EcoBidTable.CELL5;
import static dev.trestle.ecobid.model.EcoBidTable.CELL6;
import static dev.trestle.ecobid.model.EcoBidTable.ITEM;
import static dev.trestle.ecobid.model.EcoBidTable.LISTED;
import static dev.trestle.ecobid.model.EcoBidTable.STATUS;
import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.Optional;

/** Things, and where they are found: by id, by owner, by place, by category, by status. */
public final class Items {
  static final KeyTemplate OF_ITEM = KeyTemplate.of("ITEM#<item>", ITEM);
  private static final KeyTemplate NEWEST = KeyTemplate.of("<listed>#<item>", LISTED, ITEM);

  /**
   * A thing. Its cells are present only while it can be had, so that a search pays for nothing
   * else.
   *
   * @param area the cell of about 156 km: the market it belongs to
   */
  public record Item(
      ItemId item,
      UserId owner,
      String title,
      String description,
      Category category,
      Status status,
      Instant listed,
      double latitude,
      double longitude,
      String area,
      Optional<String> cell4,
      Optional<String> cell5,
      Optional<String> cell6,
      Optional<AuctionId> auctionId,
      Optional<Instant> expiresAt,
      long version) {}

  /** A thing in its owner's list. */
  public record OwnItem(UserId user, Instant listed, ItemId item, String title) {}

  public static final Entity<Item> ITEM_OF =
      TABLE
          .entity(Item.class, lookup())
          .partition(OF_ITEM)
          .sort(KeyTemplate.of("METADATA"))
          .in("cell6-index", CELL6, NEWEST)
          .in("cell5-index", CELL5, NEWEST)
          .in("cell4-index", CELL4, NEWEST)
          .in("category-index", KeyTemplate.of("<category>#<area>", CATEGORY, AREA), NEWEST)
          .in("status-index", KeyTemplate.of("<status>#<area>", STATUS, AREA), NEWEST)
          .mayExpire(Item::expiresAt)
          .version(Item::version)
          .maxBytes(8192)
          .population(Population.of(5000, 1))
          .example(
              new Item(
                  Examples.ITEM,
                  Examples.ANN,
                  "Kitchen chair",
                  "Birch, a little worn, stands well. To be fetched on the second floor.",
                  Category.FURNITURE,
                  Status.AVAILABLE,
                  Examples.NOW,
                  52.2297,
                  21.0122,
                  "u3q",
                  Optional.of("u3qc"),
                  Optional.of("u3qcn"),
                  Optional.of("u3qcnm"),
                  Optional.empty(),
                  Optional.empty(),
                  1));

  public static final Entity<OwnItem> OWN =
      TABLE
          .entity(OwnItem.class, lookup())
          .partition(Users.OF_USER)
          .sort(KeyTemplate.of("ITEM#<listed>#<item>", LISTED, ITEM))
          .population(Population.of(5000, 200))
          .example(new OwnItem(Examples.ANN, Examples.NOW, Examples.ITEM, "Kitchen chair"));

  public record OfUser(UserId user) {}

  public record OfItem(ItemId item) {}

  public record InCell(String cell5) {}

  public record InCellOf(String cell5, Category category) {}

  public record InWideCell(String cell4) {}

  public record InSmallCell(String cell6) {}

  public record OfCategory(Category category, String area) {}

  public record OfStatus(Status status, String area) {}

  public static final Query<OfUser, OwnItem> E2 =
      OWN.query("E2", "a user's items", OfUser.class)
          .descending()
          .page(50)
          .typically(5)
          .load(perSecond(0.2))
          .build();

  /** One of these for each cell of the cover. */
  public static final Query<InCellOf, Item> E3 =
      ITEM_OF
          .index("cell5-index")
          .query("E3", "items by place and category", InCellOf.class)
          .filter(field(Item::category).is(param(InCellOf::category)))
          .descending()
          .page(50)
          .typically(5)
          .load(perSecond(0.5).hottestKey(0.1))
          .build();

  public static final Get<OfItem, Item> E4 =
      ITEM_OF.get("E4", "one item", OfItem.class).load(perSecond(1)).build();

  public static final Query<OfCategory, Item> E10 =
      ITEM_OF
          .index("category-index")
          .query("E10", "items by category", OfCategory.class)
          .descending()
          .page(50)
          .typically(20)
          .load(perSecond(0.2).hottestKey(0.3))
          .build();

  public static final Query<OfStatus, Item> E8 =
      ITEM_OF
          .index("status-index")
          .query("E8", "items by status", OfStatus.class)
          .descending()
          .page(50)
          .typically(20)
          .load(perSecond(0.1).hottestKey(0.5))
          .build();

  /** For 5 km: twelve cells of this size. */
  public static final Query<InCell, Item> E9 =
      ITEM_OF
          .index("cell5-index")
          .query("E9", "items by place", InCell.class)
          .descending()
          .page(50)
          .typically(5)
          .load(perSecond(1).hottestKey(0.1))
          .build();

  public static final Query<InWideCell, Item> WIDE =
      ITEM_OF
          .index("cell4-index")
          .query("E9.wide", "items by place, 10 and 25 km", InWideCell.class)
          .descending()
          .page(50)
          .load(perSecond(0.2).hottestKey(0.2))
          .build();

  public static final Query<InSmallCell, Item> NEAR =
      ITEM_OF
          .index("cell6-index")
          .query("E9.near", "items by place, 1 km", InSmallCell.class)
          .descending()
          .page(50)
          .typically(2)
          .load(perSecond(0.5).hottestKey(0.1))
          .build();

  public record Listing(Item item, OwnItem own) {}

  public static final Transaction<Listing> LIST =
      Transaction.of("item.list", "list an item", Listing.class, lookup())
          .step(ITEM_OF.put("item.list.item", "the item").ifAbsent().build(), Listing::item)
          .step(OWN.put("item.list.own", "in its owner's list").build(), Listing::own)
          .load(perSecond(0.05))
          .build();

  public static final Put<Item, Item> SAVE =
      ITEM_OF.put("item.save", "change an item").load(perSecond(0.1)).build();

  private Items() {}
}

package dev.trestle.ecobid.model;

import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Transaction;
import java.util.List;
import java.util.Optional;

/** Lists or edits an item together with everything that belongs to it, in one transaction. */
public final class ListingPatterns {
  public static final int PHOTOS_MAX = 8;

  public record Listing(
      Item item,
      Profiles.OfUser owner,
      Items.OwnItem own,
      Optional<Auctions.Auction> auction,
      List<Photos.Claiming> photos) {}

  public static final Transaction<Listing> LIST =
      Transaction.of("item.list", "list an item", Listing.class, lookup())
          .step(Items.SAVE, Listing::item)
          .step(Profiles.IS_HERE, Listing::owner)
          .step(Items.OWN.put("item.list.own", "in its owner's list").build(), Listing::own)
          .maybe(Auctions.SAVE, Listing::auction)
          .each(Photos.CLAIM, Listing::photos, PHOTOS_MAX, 1)
          .load(perSecond(0.03))
          .build();

  public record Editing(Item item, List<Photos.Claiming> added, List<Photos.Releasing> removed) {}

  public static final Transaction<Editing> EDIT =
      Transaction.of("item.edit", "change an item and its photos", Editing.class, lookup())
          .step(Items.SAVE, Editing::item)
          .each(Photos.CLAIM, Editing::added, PHOTOS_MAX, 0.2)
          .each(Photos.RELEASE, Editing::removed, PHOTOS_MAX, 0.2)
          .load(perSecond(0.01))
          .build();

  private ListingPatterns() {}
}

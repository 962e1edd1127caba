package dev.trestle.ecobid.item;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.EcoBidTable;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.Items;
import dev.trestle.ecobid.model.ListingPatterns;
import dev.trestle.ecobid.model.ListingPatterns.Editing;
import dev.trestle.ecobid.model.ListingPatterns.Listing;
import dev.trestle.ecobid.model.Mode;
import dev.trestle.ecobid.model.PhotoId;
import dev.trestle.ecobid.model.Photos;
import dev.trestle.ecobid.model.Profiles;
import dev.trestle.ecobid.model.Sharing;
import dev.trestle.ecobid.model.Status;
import dev.trestle.ecobid.model.Turns;
import dev.trestle.ecobid.reservation.Deadlines;
import dev.trestle.ecobid.reservation.Handovers;
import dev.trestle.ecobid.reservation.Settlement;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Lists items and edits their contents. */
public final class Listings {
  private static final int SECRET_BYTES = 32;
  private static final int ATTEMPTS_MAX = 20;
  private static final Duration PHOTO_KEPT = Duration.ofDays(1);

  private final Store store;
  private final Handovers handovers;
  private final InstantSource clock;
  private final RandomGenerator random;

  public Listings(Store store, Handovers handovers, InstantSource clock, RandomGenerator random) {
    this.store = store;
    this.handovers = handovers;
    this.clock = clock;
    this.random = random;
  }

  /**
   * Lists an item. Repeating a call with the same ids has no further effect.
   *
   * @param at when it was first sent
   */
  public Item list(UserId owner, NewItem wanted, ItemId id, AuctionId auctionId, Instant at) {
    var listed = at.truncatedTo(ChronoUnit.MILLIS);
    var auction = wanted.auction().map(terms -> terms.open(auctionId, id, owner, listed));
    var item = item(owner, wanted, id, auction, listed);
    var photos =
        wanted.photos().stream().map(photo -> new Photos.Claiming(photo, owner, id)).toList();
    var listing =
        new Listing(
            item,
            new Profiles.OfUser(owner),
            new Items.OwnItem(owner, listed, id),
            auction,
            photos);
    return switch (store.run(ListingPatterns.LIST, listing)) {
      case TransactionOutcome.Done _ -> item;
      case TransactionOutcome.Refused refused ->
          refused
              .one(Listing::item)
              .flatMap(reason -> reason.current(Items.ITEM_OF))
              .filter(there -> there.owner().equals(owner))
              .orElseThrow(() -> notListed(refused));
    };
  }

  private static RuntimeException notListed(TransactionOutcome.Refused refused) {
    if (refused.one(Listing::owner).isPresent()) return new Refusal.NotFound("user");
    return refusal(refused);
  }

  private static RuntimeException refusal(TransactionOutcome.Refused refused) {
    if (!refused.isConditionFailed()) return new Refusal.Busy();
    return new Refusal.Invalid("photos", "One of the photos is not yours, or of another item.");
  }

  private Item item(
      UserId owner, NewItem wanted, ItemId id, Optional<Auctions.Auction> auction, Instant listed) {
    var secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    var closes =
        auction.isEmpty() && wanted.sharing() == Sharing.DRAW
            ? Optional.of(listed.plus(Duration.ofHours(wanted.drawHours())))
            : Optional.<Instant>empty();
    var place = wanted.place();
    var item =
        new Item(
                id,
                owner,
                listed,
                wanted.title(),
                wanted.description(),
                wanted.category(),
                wanted.photos(),
                auction.isPresent() ? Mode.AUCTION : Mode.FREE,
                wanted.sharing(),
                wanted.drawHours(),
                Status.AVAILABLE,
                new Turns(1, closes, 0, 0, Optional.empty()),
                new Item.Location(place.latitude(), place.longitude(), wanted.address()),
                "",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                auction.map(Auctions.Auction::auction),
                secret,
                auction.map(Auctions.Auction::ends).orElse(listed.plus(Deadlines.FRESH)),
                false,
                Math.floorMod(id.hashCode(), EcoBidTable.DUE_SHARDS),
                Optional.empty(),
                Optional.empty(),
                0)
            .placed();
    return item.timed(Settlement.due(item), Optional.empty());
  }

  public Item find(ItemId id) {
    return store
        .run(Items.FIND, new Items.OfItem(id))
        .orElseThrow(() -> new Refusal.NotFound("item"));
  }

  /** Edits an item that nobody has asked for or bid on. */
  public Item edit(UserId user, ItemId id, ItemEdit edit) {
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      var stored = find(id);
      if (!stored.owner().equals(user)) throw new Refusal.NotYours();
      var look = handovers.look(stored);
      if (look.isChanged()) {
        handovers.settle(id);
        continue;
      }
      checkUntouched(stored);
      var item = edit.applied(stored);
      switch (store.run(ListingPatterns.EDIT, editing(stored, item))) {
        case TransactionOutcome.Done _ -> {
          return item;
        }
        case TransactionOutcome.Refused refused -> {
          if (refused.one(Editing::item).isEmpty()) throw refusal(refused);
        }
      }
    }
    throw new Refusal.Busy();
  }

  private void checkUntouched(Item item) {
    boolean isHere = item.status() == Status.AVAILABLE || item.status() == Status.EXPIRED;
    boolean isAsked = item.turns().waiting() > 0 || item.holding().isPresent();
    boolean hasBids =
        item.auctionId()
            .flatMap(auction -> store.run(Auctions.FIND, new Auctions.OfAuction(auction)))
            .filter(auction -> auction.bids() > 0)
            .isPresent();
    if (!isHere || isAsked || hasBids) {
      throw new Refusal.NotNow("Another user has asked for it or bid on it.");
    }
  }

  private Editing editing(Item before, Item after) {
    var expiry = clock.instant().plus(PHOTO_KEPT);
    return new Editing(
        after,
        without(after.photos(), before.photos()).stream()
            .map(photo -> new Photos.Claiming(photo, after.owner(), after.item()))
            .toList(),
        without(before.photos(), after.photos()).stream()
            .map(photo -> new Photos.Releasing(photo, after.owner(), expiry))
            .toList());
  }

  private static List<PhotoId> without(List<PhotoId> photos, List<PhotoId> others) {
    return photos.stream().filter(photo -> !others.contains(photo)).toList();
  }
}

package dev.trestle.ecobid.notification;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Favourites;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.Items;
import dev.trestle.ecobid.model.Leftovers;
import dev.trestle.ecobid.model.Messages;
import dev.trestle.ecobid.model.Mode;
import dev.trestle.ecobid.model.Photos;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.ReservationState;
import dev.trestle.ecobid.model.Reservations;
import dev.trestle.ecobid.reservation.Deadlines;
import dev.trestle.ecobid.reservation.Handover;
import dev.trestle.ecobid.reservation.Handovers;
import dev.trestle.store.Store;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes that follow when an item changes hands or is removed, or when two users block each other.
 */
public final class DependentWrites {
  private static final int ROWS_MAX = 100_000;

  private final Store store;
  private final Handovers handovers;
  private final InstantSource clock;

  public DependentWrites(Store store, Handovers handovers, InstantSource clock) {
    this.store = store;
    this.handovers = handovers;
    this.clock = clock;
  }

  /**
   * Ends the reservations of users who did not get the item. Their notifications follow from that
   * change.
   */
  void notChosen(Item item) {
    var rows = reservations(item.item()).toList();
    var handover = new Handover(item, rows, Optional.empty(), Set.of());
    var expiry = clock.instant().plus(Deadlines.ENTRY_KEPT);
    for (var row : rows) {
      boolean isWaiting =
          row.state() == ReservationState.ENTERED || row.state() == ReservationState.WAITING;
      if (isWaiting && handover.stateOf(row) == ReservationState.NOT_CHOSEN) {
        store.run(
            Reservations.NOT_CHOSEN,
            new Reservations.NotChosen(item.item(), row.reservation(), expiry));
      }
    }
  }

  /**
   * Returns the users to notify before an auction ends: bidders, and users with the item as a
   * favourite.
   */
  Set<UserId> followersOf(Item item) {
    var followers = new LinkedHashSet<UserId>();
    if (item.mode() != Mode.AUCTION) return followers;
    item.auctionId()
        .ifPresent(
            auction -> handovers.history(auction).forEach(bid -> followers.add(bid.bidder())));
    favourites(item.item()).forEach(favourite -> followers.add(favourite.user()));
    followers.remove(item.owner());
    return followers;
  }

  /** Cancels the reservations of two users for each other's items after a block. */
  void blocked(UserId user, UserId other) {
    for (var pair : List.of(List.of(user, other), List.of(other, user))) {
      store.stream(Reservations.OF_HOLDER, new Reservations.OfHolder(pair.getFirst()), ROWS_MAX)
          .filter(each -> each.giver().equals(pair.getLast()))
          .filter(each ->
              each.state() == ReservationState.ENTERED || each.state() == ReservationState.WAITING)
          .toList()
          .forEach(this::cancel);
    }
  }

  private void cancel(Reservation reservation) {
    try {
      handovers.cancel(reservation.user(), reservation.item(), reservation.reservation());
    } catch (Refusal overAlready) {
      // It was drawn, or the item is gone: there is nothing to cancel.
    }
  }

  /** Deletes everything that belonged to an item. */
  void itemGone(Item item) {
    var id = item.item();
    var messages = store.stream(Messages.OF_ITEM, new Messages.OfItem(id), ROWS_MAX).toList();
    var users = messages.stream().map(Messages.Message::with).distinct();
    store.run(
        Leftovers.OF_ITEM,
        new Leftovers.OfItem(
            List.of(new Items.OfOwnItem(item.owner(), item.listed(), id)),
            favourites(id).map(each -> new Favourites.Of(id, each.user())).toList(),
            users.map(user -> new Messages.OfOwnThread(user, id)).toList(),
            item.photos().stream().distinct().map(Photos.OfPhoto::new).toList()));
    store.run(Messages.ERASE, List.of(), messages.stream().map(Messages.OfMessage::of).toList());
    item.auctionId().ifPresent(this::auctionGone);
  }

  /**
   * An auction that another one has replaced, or whose item is gone. The bids are how bidders are
   * found, so they go last.
   */
  void auctionGone(AuctionId auction) {
    var bids = handovers.history(auction);
    var bidders = bids.stream().map(Auctions.Bid::bidder).distinct();
    store.run(
        Auctions.ERASE_OWN_BIDS,
        List.of(),
        bidders.map(bidder -> new Auctions.OfOwnBid(bidder, auction)).toList());
    store.run(
        Auctions.ERASE_BIDS,
        List.of(),
        bids.stream().map(bid -> new Auctions.OfBid(auction, bid.at(), bid.bid())).toList());
    store.run(Auctions.ERASE, new Auctions.OfAuction(auction));
  }

  private Stream<Reservation> reservations(ItemId item) {
    return store.stream(Reservations.OF_ITEM, new Reservations.OfItem(item), ROWS_MAX);
  }

  private Stream<Favourites.Favourite> favourites(ItemId item) {
    return store.stream(Favourites.OF_ITEM, new Favourites.OfItem(item), ROWS_MAX);
  }
}

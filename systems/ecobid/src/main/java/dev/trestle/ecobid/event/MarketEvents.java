package dev.trestle.ecobid.event;

import dev.trestle.ecobid.event.MarketEvent.AuctionChanged;
import dev.trestle.ecobid.event.MarketEvent.AuctionOpened;
import dev.trestle.ecobid.event.MarketEvent.ItemListed;
import dev.trestle.ecobid.event.MarketEvent.ItemRemoved;
import dev.trestle.ecobid.event.MarketEvent.ItemStatusChanged;
import dev.trestle.ecobid.event.MarketEvent.ReservationChanged;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.EcoBidTable;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.Items;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.Reservations;
import dev.trestle.model.Table;
import dev.trestle.platform.event.EventSource;
import dev.trestle.platform.feed.Change;
import java.util.Locale;
import java.util.Optional;

/** The events of items, reservations and auctions. */
public final class MarketEvents implements EventSource {
  public static final String TOPIC = "ecobid";

  @Override
  public String topic() {
    return TOPIC;
  }

  @Override
  public Table table() {
    return EcoBidTable.TABLE;
  }

  @Override
  public Optional<NewEvent> of(Change change) {
    if (change.isOf(Items.ITEM_OF)) {
      return item(change.before(Items.ITEM_OF), change.after(Items.ITEM_OF));
    }
    if (change.isOf(Reservations.RESERVATION_OF)) {
      return change
          .after(Reservations.RESERVATION_OF)
          .filter(after -> isNews(change.before(Reservations.RESERVATION_OF), after))
          .map(MarketEvents::reservation);
    }
    if (change.isOf(Auctions.AUCTION_OF)) {
      return change
          .after(Auctions.AUCTION_OF)
          .flatMap(after -> auction(change.before(Auctions.AUCTION_OF), after));
    }
    return Optional.empty();
  }

  private static Optional<NewEvent> item(Optional<Item> before, Optional<Item> after) {
    if (after.isEmpty()) return before.map(item -> about(item, new ItemRemoved(owner(item))));
    var item = after.get();
    if (before.isEmpty()) {
      return Optional.of(
          about(
              item,
              new ItemListed(
                  owner(item),
                  item.category().code(),
                  code(item.mode()),
                  code(item.sharing()),
                  item.area())));
    }
    boolean isSame =
        before.get().status() == item.status() && before.get().auctionId().equals(item.auctionId());
    if (isSame) return Optional.empty();
    return Optional.of(
        about(
            item,
            new ItemStatusChanged(
                owner(item), item.status().code(), item.auctionId().map(AuctionId::value))));
  }

  private static NewEvent about(Item item, Record event) {
    return new NewEvent(item.item().value(), event);
  }

  private static String owner(Item item) {
    return item.owner().value();
  }

  private static boolean isNews(Optional<Reservation> before, Reservation after) {
    return before.isEmpty()
        || before.get().state() != after.state()
        || !before.get().pickupAt().equals(after.pickupAt());
  }

  private static NewEvent reservation(Reservation reservation) {
    return new NewEvent(
        reservation.item().value(),
        new ReservationChanged(
            reservation.reservation().value(),
            reservation.user().value(),
            reservation.giver().value(),
            reservation.state().code(),
            reservation.pickupAt(),
            reservation.price()));
  }

  private static Optional<NewEvent> auction(Optional<Auction> before, Auction after) {
    var key = after.auction().value();
    var item = after.item().value();
    if (before.isEmpty()) {
      return Optional.of(new NewEvent(key, new AuctionOpened(item, after.minimum(), after.ends())));
    }
    var changed = changed(after);
    return changed.equals(changed(before.get()))
        ? Optional.empty()
        : Optional.of(new NewEvent(key, changed));
  }

  private static AuctionChanged changed(Auction auction) {
    return new AuctionChanged(
        auction.item().value(),
        code(auction.state()),
        auction.price(),
        auction.bids(),
        auction.ends());
  }

  private static String code(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}

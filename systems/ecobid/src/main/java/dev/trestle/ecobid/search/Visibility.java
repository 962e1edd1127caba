package dev.trestle.ecobid.search;

import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.Items;
import dev.trestle.ecobid.model.Items.Summary;
import dev.trestle.ecobid.model.Mode;
import dev.trestle.ecobid.model.Sharing;
import dev.trestle.ecobid.model.Status;
import dev.trestle.ecobid.reservation.Handovers;
import dev.trestle.store.Store;
import java.time.InstantSource;
import java.util.Optional;

/** Decides whether an indexed item is available now. */
public final class Visibility {
  private final Store store;
  private final Handovers handovers;
  private final InstantSource clock;

  public Visibility(Store store, Handovers handovers, InstantSource clock) {
    this.store = store;
    this.handovers = handovers;
    this.clock = clock;
  }

  /** Returns an item as a search from this place would find it, if it would. */
  public Optional<FoundItem> find(Item item, GeoPoint from) {
    var summary =
        new Summary(
            item.item(),
            item.owner(),
            item.listed(),
            item.title(),
            item.category(),
            item.photos(),
            item.mode(),
            item.sharing(),
            item.status(),
            item.cell6(),
            item.auctionId(),
            item.due());
    if (item.cell6().isEmpty()) return Optional.empty();
    var place = item.publicCell().centre();
    long metres = Math.round(from.metresTo(place));
    return statusOf(summary)
        .map(status -> new FoundItem(summary, status, place, metres, Optional.empty()));
  }

  /**
   * Returns its status if it is available or can be waited for. An item with a passed deadline is
   * read again.
   */
  Optional<Status> statusOf(Summary item) {
    var now = clock.instant();
    boolean isSettled = item.due().filter(due -> !now.isBefore(due)).isEmpty();
    return (isSettled ? Optional.of(item.status()) : settled(item))
        .filter(status -> isVisible(item, status));
  }

  private Optional<Status> settled(Summary item) {
    return store
        .run(Items.FIND, new Items.OfItem(item.item()))
        .map(stored -> handovers.look(stored).item().status());
  }

  private static boolean isVisible(Summary item, Status status) {
    return switch (status) {
      case AVAILABLE -> true;
      case RESERVED -> item.mode() == Mode.FREE && item.sharing() == Sharing.QUEUE;
      case CONFIRMED, PICKED_UP, COMPLETED, EXPIRED, WITHDRAWN -> false;
    };
  }
}

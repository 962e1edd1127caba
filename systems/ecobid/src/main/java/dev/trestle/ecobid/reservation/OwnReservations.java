package dev.trestle.ecobid.reservation;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.Auctions.OwnBid;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.Items;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.ReservationId;
import dev.trestle.ecobid.model.Reservations;
import dev.trestle.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A user's open reservations. The index contains what is recorded; auctions that have ended since
 * are added, so that a winner sees the reservation before a worker has created it.
 */
public final class OwnReservations {
  private static final int OPEN_MAX = 500;

  private final Store store;
  private final Handovers handovers;
  private final InstantSource clock;

  public OwnReservations(Store store, Handovers handovers, InstantSource clock) {
    this.store = store;
    this.handovers = handovers;
    this.clock = clock;
  }

  /** A reservation, with its item and all that is reserved of it. */
  public record Open(Reservation reservation, Handover handover) {}

  public List<Open> of(UserId user) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var open = new LinkedHashMap<ReservationId, Open>();
    var indexed =
        store.stream(Reservations.OPEN_AT, new Reservations.OpenAt(user, now), OPEN_MAX).toList();
    for (var reservation : indexed) {
      handover(reservation.item())
          .ifPresent(handover -> add(open, handover, reservation.reservation()));
    }
    for (var item : wonSince(user, now)) {
      handover(item)
          .ifPresent(handover ->
              handover
                  .item()
                  .holding()
                  .filter(holding -> holding.user().equals(user))
                  .ifPresent(holding -> add(open, handover, holding.reservation())));
    }
    return new ArrayList<>(open.values());
  }

  private static void add(Map<ReservationId, Open> open, Handover handover, ReservationId id) {
    handover
        .find(id)
        .filter(reservation -> handover.stateOf(reservation).isOpen())
        .ifPresent(reservation -> open.put(id, new Open(reservation, handover)));
  }

  private Optional<Handover> handover(ItemId item) {
    return store.run(Items.FIND, new Items.OfItem(item)).map(handovers::lookAtAll);
  }

  /** The items of auctions that this user led at the end and that are not recorded yet. */
  private Set<ItemId> wonSince(UserId user, Instant now) {
    var bids = store.run(Auctions.OF_BIDDER, new Auctions.OfUser(user)).items();
    if (bids.isEmpty()) return Set.of();
    var keys = bids.stream().map(OwnBid::auction).map(Auctions.OfAuction::new).toList();
    return store.run(Auctions.FIND_ALL, keys).stream()
        .filter(auction -> auction.state() == Auctions.State.ACTIVE)
        .filter(auction -> !now.isBefore(auction.ends()))
        .filter(auction -> auction.leader().filter(user::equals).isPresent())
        .map(Auction::item)
        .collect(Collectors.toSet());
  }
}

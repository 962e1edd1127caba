package dev.trestle.ecobid.reservation;

import dev.trestle.ecobid.auction.BiddingState;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.Mode;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.ReservationState;
import dev.trestle.ecobid.model.Reservations;
import dev.trestle.ecobid.model.Sharing;
import dev.trestle.ecobid.model.Status;
import dev.trestle.ecobid.model.Turns.Holding;
import dev.trestle.ecobid.model.Turns.Stage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The effects of time on an item: draws take place, turns and reservations end, auctions end, items
 * go stale. Each step happens at its own time and not when somebody looks, so a reader who settles
 * in memory and a worker who records it later get the same result. So every read is correct before
 * a worker has run.
 */
public final class Settlement {
  private static final int STEPS_MAX = 200;

  private Settlement() {}

  /** Applies everything that was due until now to an item and its reservations. */
  public static void settle(Handover handover, Instant now) {
    for (int i = 0; i < STEPS_MAX; i++) {
      // Whatever does not fit into one transaction is left to the next.
      if (handover.changedReservations() > Reservations.MOVED_MAX / 2) return;
      if (!step(handover, now)) return;
    }
  }

  private static boolean step(Handover handover, Instant now) {
    var item = handover.item();
    if (item.holding().isPresent()) return holding(handover, item.holding().get(), now);
    if (item.status() != Status.AVAILABLE) return false;
    if (item.mode() == Mode.AUCTION) return auction(handover, now);
    return draw(handover, now) || stale(handover, now);
  }

  private static boolean holding(Handover handover, Holding holding, Instant now) {
    if (holding.until().filter(end -> !now.isBefore(end)).isPresent()) {
      end(handover, holding, holding.until().get());
      return true;
    }
    if (holding.remindAt().filter(at -> !now.isBefore(at)).isPresent()) {
      var latest = holding.pickupAt().orElseThrow().minus(Deadlines.REMINDER_LATEST);
      handover.hold(holding.reminded(!now.isAfter(latest)), handover.item().status());
      return true;
    }
    return false;
  }

  private static void end(Handover handover, Holding holding, Instant at) {
    var reservation = handover.find(holding.reservation());
    if (holding.stage() == Stage.PICKED_UP) {
      if (reservation.isPresent()) handover.complete(reservation.get(), holding, at);
      else handover.move(Status.COMPLETED, handover.item().turns().with(Optional.empty()));
    } else if (reservation.isPresent()) {
      handover.drop(reservation.get(), ReservationState.LAPSED, at);
    } else {
      handover.dropMissing(holding, at);
    }
  }

  private static boolean draw(Handover handover, Instant now) {
    var item = handover.item();
    var closes = item.turns().closes();
    if (item.sharing() != Sharing.DRAW || item.turns().waiting() == 0) return false;
    if (closes.isEmpty() || now.isBefore(closes.get())) return false;
    var entered = entered(handover, item.turns().round());
    handover.move(Status.AVAILABLE, item.turns().drawn());
    if (!entered.isEmpty()) {
      handover.offer(winner(item, entered), closes.get().plus(Deadlines.ANSWER));
    }
    return true;
  }

  /** The entrants of a round's draw, in order of arrival. */
  private static List<Reservation> entered(Handover handover, long round) {
    return handover.inOrder(ReservationState.ENTERED).stream()
        .filter(each -> each.round() == round)
        .toList();
  }

  private static Reservation winner(Item item, List<Reservation> entered) {
    var entries =
        entered.stream()
            .map(each -> new Draw.Entry(each.reservation().value(), each.nonce()))
            .toList();
    var seed = DrawSecrets.seed(item, item.turns().round());
    return entered.get(Draw.winner(seed, item.item().value(), entries));
  }

  private static boolean stale(Handover handover, Instant now) {
    var item = handover.item();
    if (!now.isBefore(item.endsAt()) && item.turns().waiting() == 0) {
      handover.move(Status.EXPIRED, item.turns());
      return true;
    }
    return warn(handover, now);
  }

  private static boolean warn(Handover handover, Instant now) {
    var item = handover.item();
    if (item.isWarned() || now.isBefore(warnAt(item))) return false;
    handover.move(item.status(), item.turns(), item.endsAt(), true);
    return true;
  }

  private static boolean auction(Handover handover, Instant now) {
    var item = handover.item();
    var auction = handover.auction().filter(each -> each.state() == Auctions.State.ACTIVE);
    if (auction.isEmpty()) return false;
    var ends = auction.get().ends();
    if (!ends.equals(item.endsAt())) {
      // Bids may extend the auction; the item is updated when it is settled.
      handover.move(item.status(), item.turns(), ends, item.isWarned());
      return true;
    }
    if (now.isBefore(ends)) return warn(handover, now);
    endAuction(handover, auction.get());
    return true;
  }

  private static void endAuction(Handover handover, Auction auction) {
    var bidding = BiddingState.of(auction).bidding();
    if (bidding.meetsReserve()) {
      handover.setAuction(auction.in(Auctions.State.ENDED));
      handover.won(bidding.leader().orElseThrow().user(), bidding.price(), auction.ends());
    } else {
      boolean isUnsold = bidding.leader().isPresent();
      handover.setAuction(auction.in(isUnsold ? Auctions.State.UNSOLD : Auctions.State.EXPIRED));
      handover.move(Status.EXPIRED, handover.item().turns());
    }
  }

  private static Instant warnAt(Item item) {
    return item.endsAt()
        .minus(item.mode() == Mode.AUCTION ? Deadlines.ENDING_WARNING : Deadlines.STALE_WARNING);
  }

  /** When time will next have an effect on an item. */
  public static Optional<Instant> due(Item item) {
    if (item.holding().isPresent()) {
      var holding = item.holding().get();
      return earliest(holding.until(), holding.remindAt());
    }
    if (item.status() != Status.AVAILABLE) return Optional.empty();
    var ends = item.isWarned() ? item.endsAt() : warnAt(item);
    boolean isDrawn = item.sharing() == Sharing.DRAW && item.turns().waiting() > 0;
    return earliest(Optional.of(ends), isDrawn ? item.turns().closes() : Optional.empty());
  }

  private static Optional<Instant> earliest(Optional<Instant> one, Optional<Instant> other) {
    return Stream.of(one, other).flatMap(Optional::stream).min(Instant::compareTo);
  }
}

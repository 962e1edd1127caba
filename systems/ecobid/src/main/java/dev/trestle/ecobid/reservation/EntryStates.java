package dev.trestle.ecobid.reservation;

import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.ReservationState;
import dev.trestle.ecobid.model.Status;

/** The current state of entries, even if it is not recorded yet. */
final class EntryStates {
  private EntryStates() {}

  static ReservationState of(Reservation reservation, Item item) {
    return switch (reservation.state()) {
      case ENTERED -> {
        boolean isDrawn =
            reservation.round() < item.turns().round()
                || item.holding().isPresent()
                || item.status() != Status.AVAILABLE;
        yield isDrawn ? ReservationState.NOT_CHOSEN : ReservationState.ENTERED;
      }
      case WAITING ->
          switch (item.status()) {
            case AVAILABLE, RESERVED, CONFIRMED -> ReservationState.WAITING;
            case PICKED_UP, COMPLETED, EXPIRED, WITHDRAWN -> ReservationState.NOT_CHOSEN;
          };
      case OFFERED,
          RESERVED,
          CONFIRMED,
          PICKED_UP,
          COMPLETED,
          CANCELLED,
          DECLINED,
          LAPSED,
          NOT_CHOSEN,
          NO_SHOW ->
          reservation.state();
    };
  }
}

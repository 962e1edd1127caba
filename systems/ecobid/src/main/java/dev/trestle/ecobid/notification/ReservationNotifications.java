package dev.trestle.ecobid.notification;

import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.Mode;
import dev.trestle.ecobid.model.NotificationKind;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.ReservationState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The notifications that follow from a change of a reservation. */
final class ReservationNotifications {
  private final Optional<Reservation> before;
  private final Reservation after;
  private final Item item;
  private final List<NewNotification> notifications = new ArrayList<>();

  private ReservationNotifications(Optional<Reservation> before, Reservation after, Item item) {
    this.before = before;
    this.after = after;
    this.item = item;
  }

  static List<NewNotification> of(Optional<Reservation> before, Reservation after, Item item) {
    var change = new ReservationNotifications(before, after, item);
    boolean isMoved = before.map(Reservation::state).filter(after.state()::equals).isEmpty();
    boolean isRescheduled =
        !before.flatMap(Reservation::pickupAt).equals(after.pickupAt())
            && after.state() == ReservationState.CONFIRMED;
    if (isMoved || isRescheduled) change.derive();
    return change.notifications;
  }

  private void derive() {
    switch (after.state()) {
      case ENTERED, WAITING -> {}
      case OFFERED -> {
        var chosen = item.mode() == Mode.AUCTION ? NotificationKind.WON : NotificationKind.CHOSEN;
        toReceiver(chosen, true);
        if (item.mode() == Mode.AUCTION) toGiver(NotificationKind.SOLD);
      }
      case RESERVED -> toGiver(NotificationKind.ASKED);
      case CONFIRMED -> toReceiver(NotificationKind.CONFIRMED, false);
      case PICKED_UP -> toGiver(NotificationKind.PICKED_UP);
      case COMPLETED -> toReceiver(NotificationKind.COMPLETED, false);
      case DECLINED -> toReceiver(NotificationKind.DECLINED, false);
      case NOT_CHOSEN -> toReceiver(NotificationKind.NOT_CHOSEN, false);
      case CANCELLED -> {
        if (had(ReservationState.OFFERED, ReservationState.RESERVED, ReservationState.CONFIRMED)) {
          toGiver(NotificationKind.CANCELLED);
        }
      }
      case LAPSED -> {
        toReceiver(NotificationKind.LAPSED, false);
        if (item.mode() == Mode.AUCTION) toGiver(NotificationKind.LAPSED);
      }
      case NO_SHOW -> {
        toReceiver(NotificationKind.NO_SHOW, false);
        toGiver(NotificationKind.NO_SHOW);
      }
    }
  }

  private boolean had(ReservationState... states) {
    return before.map(Reservation::state).filter(List.of(states)::contains).isPresent();
  }

  private void toGiver(NotificationKind kind) {
    add(NewNotification.about(after.giver(), kind, cause(), item));
  }

  private void toReceiver(NotificationKind kind, boolean isUrgent) {
    var notification = NewNotification.about(after.user(), kind, cause(), item);
    if (isUrgent) notification = notification.when(after.until());
    add(after.pickupAt().isPresent() ? notification.when(after.pickupAt().get()) : notification);
  }

  private void add(NewNotification notification) {
    var of = notification.of(after.reservation());
    notifications.add(after.price().isPresent() ? of.amount(after.price().get()) : of);
  }

  /** Each version of a reservation is one cause. */
  private String cause() {
    return after.reservation().value() + " " + after.version();
  }
}

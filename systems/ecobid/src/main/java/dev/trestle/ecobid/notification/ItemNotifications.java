package dev.trestle.ecobid.notification;

import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.Mode;
import dev.trestle.ecobid.model.NotificationKind;
import dev.trestle.ecobid.model.Status;
import dev.trestle.ecobid.model.Turns.Holding;
import java.util.ArrayList;
import java.util.List;

/** The notifications that follow from a change of an item. */
final class ItemNotifications {
  private ItemNotifications() {}

  static List<NewNotification> of(Item before, Item after) {
    var notifications = new ArrayList<NewNotification>();
    var cause = after.item().value() + " " + after.version();
    if (!before.isWarned() && after.isWarned() && after.mode() == Mode.FREE) {
      notifications.add(
          NewNotification.about(after.owner(), NotificationKind.STALE, cause, after)
              .when(after.endsAt()));
    }
    boolean isOver = before.status() == Status.AVAILABLE && after.status() == Status.EXPIRED;
    if (isOver && after.mode() == Mode.AUCTION) {
      notifications.add(
          NewNotification.about(after.owner(), NotificationKind.UNSOLD, cause, after));
    }
    boolean wasReminded = before.holding().filter(Holding::isReminded).isPresent();
    after
        .holding()
        .filter(holding -> holding.isReminded() && !wasReminded)
        .ifPresent(holding -> {
          for (var person : List.of(holding.user(), after.owner())) {
            var notification = NewNotification.about(person, NotificationKind.PICKUP, cause, after);
            notifications.add(
                notification.when(holding.pickupAt().orElseThrow()).of(holding.reservation()));
          }
        });
    return notifications;
  }
}

package dev.trestle.ecobid.notification;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.NotificationKind;
import dev.trestle.ecobid.model.ReservationId;
import java.time.Instant;
import java.util.Optional;

/**
 * A notification to be written.
 *
 * @param cause the change it follows from; each cause leads to one notification
 */
record NewNotification(
    UserId to,
    NotificationKind kind,
    String cause,
    Optional<ItemId> item,
    Optional<ReservationId> reservation,
    String subject,
    Optional<Long> amount,
    Optional<Instant> when) {

  static NewNotification about(UserId to, NotificationKind kind, String cause, Item item) {
    return new NewNotification(
        to,
        kind,
        cause,
        Optional.of(item.item()),
        Optional.empty(),
        item.title(),
        Optional.empty(),
        Optional.empty());
  }

  NewNotification of(ReservationId id) {
    return new NewNotification(to, kind, cause, item, Optional.of(id), subject, amount, when);
  }

  NewNotification amount(long value) {
    return new NewNotification(
        to, kind, cause, item, reservation, subject, Optional.of(value), when);
  }

  NewNotification when(Instant time) {
    return new NewNotification(
        to, kind, cause, item, reservation, subject, amount, Optional.of(time));
  }
}

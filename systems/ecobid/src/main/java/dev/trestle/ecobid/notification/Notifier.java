package dev.trestle.ecobid.notification;

import com.github.f4b6a3.ulid.Ulid;
import dev.trestle.ecobid.model.NotificationId;
import dev.trestle.ecobid.model.Notifications;
import dev.trestle.ecobid.model.Notifications.Notification;
import dev.trestle.ecobid.model.Profiles;
import dev.trestle.platform.crypto.Sha256;
import dev.trestle.store.Store;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Writes notifications, unless the user has switched that kind off. Repetitions have no effect. */
final class Notifier {
  private static final Duration KEPT = Duration.ofDays(30);

  private final Store store;

  Notifier(Store store) {
    this.store = store;
  }

  /**
   * Notifies a user.
   *
   * @param at when it happened; the same for each repetition of a change
   */
  void tell(NewNotification notification, Instant at) {
    var profile = store.run(Profiles.FIND, new Profiles.OfUser(notification.to()));
    if (profile.isEmpty() || profile.get().muted().contains(notification.kind())) return;
    var time = at.truncatedTo(ChronoUnit.MILLIS);
    store.run(
        Notifications.TELL,
        new Notification(
            notification.to(),
            time,
            id(notification, time),
            notification.kind(),
            notification.item(),
            notification.reservation(),
            notification.subject(),
            notification.amount(),
            notification.when(),
            time.plus(KEPT)));
  }

  /** Derived from recipient, kind and cause, so that a repetition has the same key. */
  private static NotificationId id(NewNotification notification, Instant time) {
    var hash =
        ByteBuffer.wrap(
            Sha256.of(
                notification.to().value()
                    + " "
                    + notification.kind()
                    + " "
                    + notification.cause()));
    long most = (time.toEpochMilli() << 16) | (hash.getShort() & 0xffff);
    return new NotificationId("ntf_" + new Ulid(most, hash.getLong()));
  }
}

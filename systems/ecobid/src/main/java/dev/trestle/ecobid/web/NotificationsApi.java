package dev.trestle.ecobid.web;

import dev.trestle.accounts.Accounts;
import dev.trestle.ecobid.model.Notifications;
import dev.trestle.ecobid.model.Notifications.Notification;
import dev.trestle.ecobid.model.Profiles;
import dev.trestle.ecobid.notification.NotificationText;
import dev.trestle.ecobid.profile.UserProfiles;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** {@code /notifications}. */
public final class NotificationsApi {
  record NotificationView(
      String id,
      Instant at,
      String kind,
      String text,
      Optional<String> itemId,
      Optional<String> reservationId,
      Optional<Long> amount,
      Optional<Instant> when,
      boolean read) {}

  record ManyNotifications(
      List<NotificationView> notifications, int unread, Optional<String> nextCursor) {}

  private final Store store;
  private final UserProfiles profiles;
  private final NotificationText text;
  private final InstantSource clock;

  public NotificationsApi(
      Store store, UserProfiles profiles, NotificationText text, InstantSource clock) {
    this.store = store;
    this.profiles = profiles;
    this.text = text;
    this.clock = clock;
  }

  public void addTo(Router router, Guards guards) {
    router
        .get("/notifications", guards.reads(this::list))
        .post("/notifications/read", guards.writes(this::read));
  }

  private Reply list(Call call) {
    var user = Accounts.user(call);
    var readUntil = profiles.get(user).readUntil();
    var page = store.run(Notifications.OF_USER, new Notifications.OfUser(user), call.cursor());
    var views = page.items().stream().map(told -> view(told, readUntil)).toList();
    int unread = (int) views.stream().filter(view -> !view.read()).count();
    return Reply.ok(new ManyNotifications(views, unread, page.next().map(cursor -> cursor.text())));
  }

  private NotificationView view(Notification told, Optional<Instant> readUntil) {
    return new NotificationView(
        told.notification().value(),
        told.at(),
        told.kind().code(),
        text.of(told),
        told.item().map(item -> item.value()),
        told.item()
            .flatMap(item ->
                told.reservation().map(id -> new CallInputs.ReservationRef(item, id).text())),
        told.amount(),
        told.when(),
        readUntil.filter(until -> !told.at().isAfter(until)).isPresent());
  }

  /** Marks everything up to now as read. */
  private Reply read(Call call) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    store.run(
        Profiles.READ_UNTIL, new Profiles.ReadingUntil(Accounts.user(call), Optional.of(now)));
    return Reply.nothing();
  }
}

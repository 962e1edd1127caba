package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.AT;
import static dev.trestle.ecobid.model.EcoBidTable.NOTIFICATION;
import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.key.KeyTemplate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The notifications of users, kept for thirty days. */
public final class Notifications {
  /**
   * A notification.
   *
   * @param subject the title of the item
   * @param amount a price, or a number of items
   * @param when a pickup time or an end
   */
  public record Notification(
      UserId user,
      Instant at,
      NotificationId notification,
      NotificationKind kind,
      Optional<ItemId> item,
      Optional<ReservationId> reservation,
      String subject,
      Optional<Long> amount,
      Optional<Instant> when,
      Instant expiresAt) {}

  public static final Entity<Notification> NOTIFICATION_OF =
      TABLE
          .entity(Notification.class, lookup())
          .partition(Profiles.OF_USER)
          .sort(KeyTemplate.of("NOTIFICATION#<at>#<notification>", AT, NOTIFICATION))
          .expires(Notification::expiresAt)
          .maxBytes(1024)
          .population(Population.of(30_000, 300).kept(Duration.ofDays(30)))
          .example(
              new Notification(
                  Examples.ANN,
                  Examples.NOW,
                  new NotificationId("ntf_01JCQZ8M5R3V7W9X1Y2Z3A4B5J"),
                  NotificationKind.OUTBID,
                  Optional.of(Examples.ITEM),
                  Optional.empty(),
                  "Kitchen chair",
                  Optional.of(1300L),
                  Optional.of(Examples.TOMORROW),
                  Instant.parse("2026-12-16T12:00:00Z")));

  public record OfUser(UserId user) {}

  public static final Query<OfUser, Notification> OF_USER =
      NOTIFICATION_OF
          .query("notification.list", "newest notifications", OfUser.class)
          .descending()
          .page(50)
          .typically(10)
          .load(perSecond(0.5))
          .build();

  /** The change feed may repeat changes, so a notification that exists is not written again. */
  public static final Put<Notification, Notification> TELL =
      NOTIFICATION_OF
          .put("notification.tell", "tell somebody")
          .ifAbsent()
          .load(perSecond(0.3))
          .build();

  public record Of(UserId user, Instant at, NotificationId notification) {}

  public static final Delete<Of, Notification> ERASE =
      NOTIFICATION_OF
          .delete("notification.erase", "an account was deleted", Of.class)
          .load(perSecond(0.01))
          .build();

  private Notifications() {}
}

package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.AT;
import static dev.trestle.ecobid.model.EcoBidTable.NOTIFICATION;
import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.key.KeyTemplate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What people are told, for thirty days. */
public final class Notifications {
  public record Notification(
      UserId user,
      Instant at,
      NotificationId notification,
      String kind,
      Optional<ItemId> about,
      boolean read,
      Instant expiresAt) {}

  public static final Entity<Notification> NOTIFICATION_OF =
      TABLE
          .entity(Notification.class, lookup())
          .partition(Users.OF_USER)
          .sort(KeyTemplate.of("NOTIFICATION#<at>#<notification>", AT, NOTIFICATION))
          .expires(Notification::expiresAt)
          .population(Population.of(30_000, 300).kept(Duration.ofDays(30)))
          .example(
              new Notification(
                  Examples.ANN,
                  Examples.NOW,
                  new NotificationId("ntf_01JCQZ8M5R3V7W9X1Y2Z3A4B5J"),
                  "outbid",
                  Optional.of(Examples.ITEM),
                  false,
                  Instant.parse("2026-12-16T12:00:00Z")));

  public record OfUser(UserId user) {}

  public static final Query<OfUser, Notification> LATEST =
      NOTIFICATION_OF
          .query("notification.list", "newest notifications", OfUser.class)
          .descending()
          .page(50)
          .typically(10)
          .load(perSecond(0.5))
          .build();

  /** From the change stream, which may repeat: the same notification is told once. */
  public static final Put<Notification, Notification> TELL =
      NOTIFICATION_OF
          .put("notification.tell", "tell someone")
          .ifAbsent()
          .load(perSecond(0.3))
          .build();

  private Notifications() {}
}

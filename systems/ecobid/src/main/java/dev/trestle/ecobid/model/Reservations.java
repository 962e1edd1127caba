package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.RESERVATION;
import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.ecobid.model.EcoBidTable.UNTIL;
import static dev.trestle.ecobid.model.EcoBidTable.USER;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.Optional;

/** Who asked for what. */
public final class Reservations {
  /**
   * A claim on an item.
   *
   * @param holder who holds it, present only while it is active
   * @param until the moment at which it lapses, whether it was removed by then or not
   */
  public record Reservation(
      ItemId item,
      ReservationId reservation,
      UserId asked,
      Optional<UserId> holder,
      String state,
      Instant until,
      Instant expiresAt,
      long version) {}

  public static final Entity<Reservation> RESERVATION_OF =
      TABLE
          .entity(Reservation.class, lookup())
          .partition(Items.OF_ITEM)
          .sort(KeyTemplate.of("RESERVATION#<reservation>", RESERVATION))
          .in("holder-index", USER.named("holder"), UNTIL)
          .expires(Reservation::expiresAt)
          .version(Reservation::version)
          .population(Population.of(2000, 50))
          .example(
              new Reservation(
                  Examples.ITEM,
                  new ReservationId("res_01JCQZ8M5R3V7W9X1Y2Z3A4B5G"),
                  Examples.BO,
                  Optional.of(Examples.BO),
                  "asked",
                  Examples.TOMORROW,
                  Examples.TOMORROW,
                  1));

  public record OfItem(ItemId item) {}

  /** Active ones that lapse after a moment: those that have lapsed are not shown. */
  public record ActiveAt(UserId holder, Instant now) {}

  public static final Query<OfItem, Reservation> E5 =
      RESERVATION_OF
          .query("E5", "reservations of an item", OfItem.class)
          .page(50)
          .typically(2)
          .load(perSecond(0.2))
          .build();

  public static final Query<ActiveAt, Reservation> E6 =
      RESERVATION_OF
          .index("holder-index")
          .query("E6", "a user's active reservations", ActiveAt.class)
          .after(ActiveAt::now)
          .page(50)
          .typically(2)
          .load(perSecond(0.2))
          .build();

  public record Reserving(Items.Item item, Reservation reservation) {}

  /** The item's version makes one of many who reserve at once the winner. */
  public static final Transaction<Reserving> RESERVE =
      Transaction.of("item.reserve", "reserve an item", Reserving.class, lookup())
          .step(Items.SAVE, Reserving::item)
          .step(
              RESERVATION_OF.put("item.reserve.reservation", "the reservation").build(),
              Reserving::reservation)
          .load(perSecond(0.05))
          .build();

  private Reservations() {}
}

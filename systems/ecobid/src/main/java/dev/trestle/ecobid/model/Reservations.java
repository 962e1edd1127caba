package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.RESERVATION;
import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.ecobid.model.EcoBidTable.UNTIL;
import static dev.trestle.ecobid.model.EcoBidTable.USER;
import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Who asked for which item, and the state of each reservation. */
public final class Reservations {
  public static final Entity<Reservation> RESERVATION_OF =
      TABLE
          .entity(Reservation.class, lookup())
          .partition(Items.OF_ITEM)
          .sort(KeyTemplate.of("RESERVATION#<reservation>", RESERVATION))
          .in("holder-index", USER.named("holder"), UNTIL)
          .mayExpire(Reservation::expiresAt)
          .version(Reservation::version)
          .maxBytes(1024)
          .population(Population.of(2000, 1000))
          .example(Examples.RESERVATION);

  public record OfItem(ItemId item) {}

  public record OfReservation(ItemId item, ReservationId reservation) {}

  /** Reservations that end after this time. Those that have ended are left out. */
  public record OpenAt(UserId holder, Instant now) {}

  public record OfHolder(UserId holder) {}

  public static final Query<OfItem, Reservation> OF_ITEM =
      RESERVATION_OF
          .query("E5", "reservations of an item", OfItem.class)
          .consistent()
          .page(100)
          .typically(3)
          .load(perSecond(0.2))
          .build();

  public static final Query<OpenAt, Reservation> OPEN_AT =
      RESERVATION_OF
          .index("holder-index")
          .query("E6", "a user's active reservations", OpenAt.class)
          .after(OpenAt::now)
          .page(50)
          .typically(2)
          .load(perSecond(0.2))
          .build();

  /** All reservations that are not recorded as ended. */
  public static final Query<OfHolder, Reservation> OF_HOLDER =
      RESERVATION_OF
          .index("holder-index")
          .query(
              "reservation.of-holder",
              "a user's reservations, ended by time or not",
              OfHolder.class)
          .withExpired()
          .page(50)
          .typically(2)
          .load(perSecond(0.01))
          .build();

  public static final Get<OfReservation, Reservation> FIND =
      RESERVATION_OF
          .get("reservation.one", "one reservation", OfReservation.class)
          .consistent()
          .load(perSecond(0.5))
          .build();

  static final Put<Reservation, Reservation> SAVE =
      RESERVATION_OF.put("reservation.save", "save a reservation").build();

  /**
   * An item that changes, together with its reservations, its auction and the counts on profiles.
   */
  public record Moving(
      Item item,
      List<Reservation> reservations,
      Optional<Auctions.Auction> auction,
      Optional<Profiles.TakingUp> takingUp,
      Optional<Profiles.OfUser> entering,
      List<Profiles.Counting> counted) {}

  /** The maximum number of reservations that one transaction changes. */
  public static final int MOVED_MAX = 40;

  /** The item's version decides which of several concurrent writers wins. */
  public static final Transaction<Moving> MOVE =
      Transaction.of("item.move", "an item moves on", Moving.class, lookup())
          .step(Items.SAVE, Moving::item)
          .each(SAVE, Moving::reservations, MOVED_MAX, 1)
          .maybe(Auctions.SAVE, Moving::auction)
          .maybe(Profiles.TAKE_UP, Moving::takingUp)
          .maybe(Profiles.IS_HERE, Moving::entering)
          .each(Profiles.COUNT, Moving::counted, MOVED_MAX, 0.5)
          .load(perSecond(0.08))
          .build();

  public record NotChosen(ItemId item, ReservationId reservation, Instant expiresAt) {}

  /** Written one by one after a draw, because there may be many. */
  public static final Update<NotChosen, Reservation> NOT_CHOSEN =
      RESERVATION_OF
          .update("reservation.not-chosen", "another user was drawn", NotChosen.class)
          .set(Reservation::state)
          .to(ReservationState.NOT_CHOSEN)
          .set(optional(Reservation::expiresAt))
          .to(param(NotChosen::expiresAt))
          .remove(Reservation::holder)
          .when(
              field(Reservation::state)
                  .oneOf(Set.of(ReservationState.ENTERED, ReservationState.WAITING)))
          .load(perSecond(0.05))
          .build();

  public record ByGiver(ItemId item, ReservationId reservation, long stars) {}

  public record ByReceiver(ItemId item, ReservationId reservation, long stars) {}

  static final Update<ByGiver, Reservation> RATED_BY_GIVER =
      RESERVATION_OF
          .update("reservation.rate.giver", "the giver rates once", ByGiver.class)
          .set(optional(Reservation::starsByGiver))
          .to(param(ByGiver::stars))
          .when(absent(Reservation::starsByGiver).and(Rated.IS_OVER))
          .build();

  static final Update<ByReceiver, Reservation> RATED_BY_RECEIVER =
      RESERVATION_OF
          .update("reservation.rate.receiver", "the receiver rates once", ByReceiver.class)
          .set(optional(Reservation::starsByReceiver))
          .to(param(ByReceiver::stars))
          .when(absent(Reservation::starsByReceiver).and(Rated.IS_OVER))
          .build();

  /** A rating by one of the two sides. */
  private static final class Rated {
    private static final dev.trestle.model.Condition<Reservation, Object> IS_OVER =
        field(Reservation::state)
            .oneOf(Set.of(ReservationState.COMPLETED, ReservationState.NO_SHOW));
  }

  public record Rating(
      Optional<ByGiver> byGiver, Optional<ByReceiver> byReceiver, Profiles.Rating profile) {}

  public static final Transaction<Rating> RATE =
      Transaction.of("reservation.rate", "rate the other side", Rating.class, lookup())
          .maybe(RATED_BY_GIVER, Rating::byGiver)
          .maybe(RATED_BY_RECEIVER, Rating::byReceiver)
          .step(Profiles.RATE, Rating::profile)
          .load(perSecond(0.02))
          .build();

  private Reservations() {}
}

package dev.trestle.ecobid.model;

import dev.trestle.accounts.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * A reservation of an item, or an entry in its draw or queue.
 *
 * @param holder equal to {@code user}, but present only while the reservation is open
 * @param until when it ends, whether or not a worker has recorded that
 * @param number the order of arrival
 * @param nonce the entrant's contribution to the draw; empty without a draw
 * @param withdrawn when the user left the draw
 * @param price what the user pays after an auction
 */
public record Reservation(
    ItemId item,
    ReservationId reservation,
    UserId user,
    UserId giver,
    Optional<UserId> holder,
    ReservationState state,
    long round,
    long number,
    String nonce,
    Instant asked,
    Instant until,
    Optional<Instant> withdrawn,
    Optional<Instant> pickupAt,
    Optional<AuctionId> auctionId,
    Optional<Long> price,
    Optional<Long> starsByGiver,
    Optional<Long> starsByReceiver,
    Optional<Instant> expiresAt,
    long version) {

  private static final Instant NEVER = Instant.parse("9999-12-31T00:00:00Z");

  /** Creates an entry with the last number that the item issued. */
  public static Reservation entered(
      Item item, ReservationId id, UserId user, String nonce, Instant now, long version) {
    return new Reservation(
        item.item(),
        id,
        user,
        item.owner(),
        Optional.of(user),
        ReservationState.ENTERED,
        item.turns().round(),
        item.turns().entered(),
        nonce,
        now,
        NEVER,
        Optional.empty(),
        Optional.empty(),
        item.mode() == Mode.AUCTION ? item.auctionId() : Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        version);
  }

  /** Returns this reservation with a price. */
  public Reservation priced(long amount) {
    return new Reservation(
        item,
        reservation,
        user,
        giver,
        holder,
        state,
        round,
        number,
        nonce,
        asked,
        until,
        withdrawn,
        pickupAt,
        auctionId,
        Optional.of(amount),
        starsByGiver,
        starsByReceiver,
        expiresAt,
        version);
  }

  /** Returns whether it took part in a draw. */
  public boolean isDrawn() {
    return !nonce.isEmpty();
  }

  /** Returns this reservation in another open state. */
  public Reservation open(ReservationState now, Instant end, Optional<Instant> expiry) {
    return new Reservation(
        item,
        reservation,
        user,
        giver,
        Optional.of(user),
        now,
        round,
        number,
        nonce,
        asked,
        end,
        withdrawn,
        pickupAt,
        auctionId,
        price,
        starsByGiver,
        starsByReceiver,
        expiry,
        version);
  }

  public Reservation confirmed(Instant pickup, Instant end) {
    return new Reservation(
        item,
        reservation,
        user,
        giver,
        Optional.of(user),
        ReservationState.CONFIRMED,
        round,
        number,
        nonce,
        asked,
        end,
        withdrawn,
        Optional.of(pickup),
        auctionId,
        price,
        starsByGiver,
        starsByReceiver,
        Optional.empty(),
        version);
  }

  /** Returns this reservation, ended. It is no longer in its user's list. */
  public Reservation ended(ReservationState now, Instant at, Instant expiry) {
    return new Reservation(
        item,
        reservation,
        user,
        giver,
        Optional.empty(),
        now,
        round,
        number,
        nonce,
        asked,
        at,
        state == ReservationState.ENTERED && now == ReservationState.CANCELLED
            ? Optional.of(at)
            : withdrawn,
        pickupAt,
        auctionId,
        price,
        starsByGiver,
        starsByReceiver,
        Optional.of(expiry),
        version);
  }
}

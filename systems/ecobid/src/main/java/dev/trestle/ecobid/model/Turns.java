package dev.trestle.ecobid.model;

import dev.trestle.accounts.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * Who may have an item next, as far as it is recorded.
 *
 * @param round increases whenever the item becomes free again; a user has one reservation per round
 * @param closes when the draw of this round takes place
 * @param entered how many users have asked so far; each gets the next number
 * @param waiting how many of them still wait, in the queue or for the draw
 */
public record Turns(
    long round, Optional<Instant> closes, long entered, long waiting, Optional<Holding> holding) {

  /** The progress of the current holder. */
  public enum Stage {
    OFFERED,
    RESERVED,
    CONFIRMED,
    PICKED_UP
  }

  /**
   * The current holder of the item.
   *
   * @param until when the turn ends
   * @param remindAt when both sides are reminded of the pickup; absent once that is done
   * @param isReminded whether they were reminded
   */
  public record Holding(
      ReservationId reservation,
      UserId user,
      Stage stage,
      Optional<Instant> until,
      Optional<Instant> pickupAt,
      Optional<Instant> remindAt,
      boolean isReminded) {

    public static Holding of(ReservationId reservation, UserId user, Stage stage, Instant until) {
      return new Holding(
          reservation, user, stage, Optional.of(until), Optional.empty(), Optional.empty(), false);
    }

    public Holding at(Stage other, Optional<Instant> end) {
      return new Holding(reservation, user, other, end, pickupAt, Optional.empty(), isReminded);
    }

    public Holding reminded(boolean inTime) {
      return new Holding(reservation, user, stage, until, pickupAt, Optional.empty(), inTime);
    }
  }

  public static final Turns NONE = new Turns(1, Optional.empty(), 0, 0, Optional.empty());

  public Turns with(Optional<Holding> other) {
    return new Turns(round, closes, entered, waiting, other);
  }

  public Turns with(Holding other) {
    return with(Optional.of(other));
  }

  /** Adds one entrant. */
  public Turns joined() {
    return new Turns(round, closes, entered + 1, waiting + 1, holding);
  }

  /** Removes one waiting entrant, who left or got the turn. */
  public Turns left() {
    return new Turns(round, closes, entered, waiting - 1, holding);
  }

  /** Records that the draw has taken place. */
  public Turns drawn() {
    return new Turns(round, closes, entered, 0, holding);
  }

  /** Makes the item free again, with nobody waiting. */
  public Turns next(Optional<Instant> drawn) {
    return new Turns(round + 1, drawn, entered, 0, Optional.empty());
  }
}

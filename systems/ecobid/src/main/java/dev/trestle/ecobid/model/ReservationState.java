package dev.trestle.ecobid.model;

import java.util.Locale;

/** The state of a reservation. */
public enum ReservationState {
  /** Takes part in a draw. */
  ENTERED,
  /** Waits in a queue. */
  WAITING,
  /** Was drawn, is next in the queue, or won the auction, but has not accepted yet. */
  OFFERED,
  /** Has the item, but the giver has not confirmed yet. */
  RESERVED,
  /** The giver has proposed a pickup time. */
  CONFIRMED,
  PICKED_UP,
  COMPLETED,
  CANCELLED,
  DECLINED,
  /** There was no response in time. */
  LAPSED,
  NOT_CHOSEN,
  NO_SHOW;

  /** Returns whether the reservation is still open. */
  public boolean isOpen() {
    return compareTo(PICKED_UP) <= 0;
  }

  /** Returns whether its item is held for it. */
  public boolean isHolding() {
    return isOpen() && compareTo(OFFERED) >= 0;
  }

  /** Returns whether it counts towards a user's limit of active reservations. */
  public boolean isCounted() {
    return this == RESERVED || this == CONFIRMED;
  }

  /** The name in the API. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}

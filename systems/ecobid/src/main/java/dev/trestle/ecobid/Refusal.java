package dev.trestle.ecobid;

/** Why the market refuses a request. */
public sealed interface Refusal {
  /** It does not exist, or is not visible to this user. */
  record NotFound(String what) implements Refusal {}

  /** Only another user may do this. */
  record NotYours() implements Refusal {}

  /** Users cannot reserve or bid on their own items. */
  record OwnItem() implements Refusal {}

  record ItemTaken() implements Refusal {}

  /** The user has reached the limit of active reservations. */
  record TooManyReservations(int max) implements Refusal {}

  /** Too many users have asked for this item. */
  record TooManyEntries() implements Refusal {}

  /** The deadline has passed. */
  record TooLate() implements Refusal {}

  /** Not possible in the current state of the item or the reservation. */
  record NotNow(String reason) implements Refusal {}

  record TooLow(long nextMinimum) implements Refusal {}

  record AuctionEnded() implements Refusal {}

  /** There is nobody left to offer the item to. */
  record NoNextBidder() implements Refusal {}

  /** Not a readable JPEG, PNG or WebP, whatever its declared type. */
  record NotAnImage() implements Refusal {}

  /** The image or its file is too large. */
  record ImageTooLarge() implements Refusal {}

  /** An invalid value. */
  record Invalid(String field, String message) implements Refusal {}

  /** Lost the race against concurrent requests repeatedly. */
  record Busy() implements Refusal {}

  default RefusedException exception() {
    return new RefusedException(this);
  }
}

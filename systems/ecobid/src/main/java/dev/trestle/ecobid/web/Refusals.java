package dev.trestle.ecobid.web;

import dev.trestle.ecobid.Refusal;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Endpoint;

/** Turns what EcoBid refuses into errors of the API. */
final class Refusals {
  private Refusals() {}

  static Endpoint around(Endpoint endpoint) {
    return endpoint.refusing(Refusal.class, Refusals::error);
  }

  static ApiError error(Refusal refusal) {
    return switch (refusal) {
      case Refusal.NotFound missing ->
          ApiError.notFound("There is no such " + missing.what() + ".");
      case Refusal.NotYours _ -> ApiError.forbidden("Only the other side can do this.");
      case Refusal.OwnItem _ ->
          ApiError.of(403, "OWN_ITEM", "You cannot reserve or bid on your own item.");
      case Refusal.ItemTaken _ -> ApiError.of(409, "ITEM_TAKEN", "Somebody else has this item.");
      case Refusal.TooManyReservations many ->
          ApiError.of(
                  409,
                  "TOO_MANY_RESERVATIONS",
                  "You have "
                      + many.max()
                      + " active reservations. Pick one up or cancel it first.")
              .withDetail("max", many.max());
      case Refusal.TooManyEntries _ ->
          ApiError.of(409, "TOO_MANY_ENTRIES", "Too many people have asked for this item.");
      case Refusal.TooLate _ -> ApiError.of(409, "TOO_LATE", "The time to do this is over.");
      case Refusal.NotNow state -> ApiError.conflict(state.reason());
      case Refusal.TooLow bid ->
          ApiError.of(409, "TOO_LOW", "Your bid is too low.")
              .withDetail("next_minimum", bid.nextMinimum());
      case Refusal.AuctionEnded _ -> ApiError.of(409, "AUCTION_ENDED", "The auction has ended.");
      case Refusal.NoNextBidder _ ->
          ApiError.of(409, "NO_NEXT_BIDDER", "There is nobody left to offer it to.");
      case Refusal.NotAnImage _ ->
          ApiError.of(415, "UNSUPPORTED_MEDIA_TYPE", "Send a JPEG, PNG or WebP image.");
      case Refusal.ImageTooLarge _ ->
          ApiError.of(413, "PAYLOAD_TOO_LARGE", "Images have at most 10 MB and 40 megapixels.");
      case Refusal.Invalid invalid -> ApiError.invalid(invalid.field(), invalid.reason());
      case Refusal.TooManyStreams _ ->
          ApiError.of(429, "RATE_LIMITED", "Too many pages are open. Close some of them.")
              .with("Retry-After", "60");
      case Refusal.Busy _ ->
          ApiError.of(503, "SERVICE_UNAVAILABLE", "Many people want this at once. Try again.")
              .with("Retry-After", "1");
    };
  }
}

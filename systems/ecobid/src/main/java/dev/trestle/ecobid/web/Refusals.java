package dev.trestle.ecobid.web;

import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.RefusedException;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Endpoint;

/** Converts refusals to API errors. */
final class Refusals {
  private Refusals() {}

  static Endpoint around(Endpoint endpoint) {
    return call -> {
      try {
        return endpoint.handle(call);
      } catch (RefusedException e) {
        throw error(e.refusal());
      }
    };
  }

  static ApiError error(Refusal refusal) {
    return switch (refusal) {
      case Refusal.NotFound(var what) -> ApiError.notFound("There is no such " + what + ".");
      case Refusal.NotYours() -> ApiError.forbidden("Only the other side can do this.");
      case Refusal.OwnItem() ->
          ApiError.of(403, "OWN_ITEM", "You cannot reserve or bid on your own item.");
      case Refusal.ItemTaken() -> ApiError.of(409, "ITEM_TAKEN", "Somebody else has this item.");
      case Refusal.TooManyReservations(var max) ->
          ApiError.of(
                  409,
                  "TOO_MANY_RESERVATIONS",
                  "You have " + max + " active reservations. Pick one up or cancel it first.")
              .withDetail("max", max);
      case Refusal.TooManyEntries() ->
          ApiError.of(409, "TOO_MANY_ENTRIES", "Too many people have asked for this item.");
      case Refusal.TooLate() -> ApiError.of(409, "TOO_LATE", "The time to do this is over.");
      case Refusal.NotNow(var reason) -> ApiError.conflict(reason);
      case Refusal.TooLow(var next) ->
          ApiError.of(409, "TOO_LOW", "Your bid is too low.").withDetail("next_minimum", next);
      case Refusal.AuctionEnded() -> ApiError.of(409, "AUCTION_ENDED", "The auction has ended.");
      case Refusal.NoNextBidder() ->
          ApiError.of(409, "NO_NEXT_BIDDER", "There is nobody left to offer it to.");
      case Refusal.NotAnImage() ->
          ApiError.of(415, "UNSUPPORTED_MEDIA_TYPE", "Send a JPEG, PNG or WebP image.");
      case Refusal.ImageTooLarge() ->
          ApiError.of(413, "PAYLOAD_TOO_LARGE", "Images have at most 10 MB and 40 megapixels.");
      case Refusal.Invalid(var field, var message) -> ApiError.invalid(field, message);
      case Refusal.Busy() ->
          ApiError.of(503, "SERVICE_UNAVAILABLE", "Many people want this at once. Try again.")
              .with("Retry-After", "1");
    };
  }
}

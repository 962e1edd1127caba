package dev.trestle.homeops.web;

import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.RefusedException;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Endpoint;

/** Turns what HomeOps refuses into errors of the API. */
public final class Refusals {
  private Refusals() {}

  public static Endpoint around(Endpoint endpoint) {
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
      case Refusal.Invalid(var field, var message) -> ApiError.invalid(field, message);
      case Refusal.HouseholdFull(var max) ->
          ApiError.of(409, "HOUSEHOLD_FULL", "A household has at most " + max + " members.");
      case Refusal.NotYours() -> ApiError.forbidden("Only its author can change this message.");
      case Refusal.Elsewhere() ->
          ApiError.of(409, "CHAT_ELSEWHERE", "This chat is in another app. Write there.");
      case Refusal.Busy() ->
          ApiError.of(503, "SERVICE_UNAVAILABLE", "Others are changing this. Try again.")
              .with("Retry-After", "1");
    };
  }
}

package dev.trestle.homeops.web;

import dev.trestle.homeops.Refusal;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Endpoint;

/** Turns what HomeOps refuses into errors of the API. */
public final class Refusals {
  private Refusals() {}

  public static Endpoint around(Endpoint endpoint) {
    return endpoint.refusing(Refusal.class, Refusals::error);
  }

  static ApiError error(Refusal refusal) {
    return switch (refusal) {
      case Refusal.NotFound missing ->
          ApiError.notFound("There is no such " + missing.what() + ".");
      case Refusal.Invalid invalid -> ApiError.invalid(invalid.field(), invalid.reason());
      case Refusal.HouseholdFull full ->
          ApiError.of(409, "HOUSEHOLD_FULL", "A household has at most " + full.max() + " members.");
      case Refusal.NotYours _ -> ApiError.forbidden("Only its author can change this message.");
      case Refusal.Elsewhere _ ->
          ApiError.of(409, "CHAT_ELSEWHERE", "This chat is in another app. Write there.");
      case Refusal.TooManyStreams _ ->
          ApiError.of(429, "RATE_LIMITED", "Too many pages are open. Close some of them.")
              .with("Retry-After", "60");
      case Refusal.Busy _ ->
          ApiError.of(503, "SERVICE_UNAVAILABLE", "Others are changing this. Try again.")
              .with("Retry-After", "1");
    };
  }
}

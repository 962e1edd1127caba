package dev.trestle.messenger.web;

import dev.trestle.messenger.Refusal;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Endpoint;

/** Turns refusals into the API's errors. */
final class Refusals {
  private Refusals() {}

  static Endpoint around(Endpoint endpoint) {
    return endpoint.refusing(Refusal.class, Refusals::error);
  }

  static ApiError error(Refusal refusal) {
    return switch (refusal) {
      case Refusal.InvalidField invalid -> ApiError.invalid(invalid.field(), invalid.message());
      case Refusal.NotAMember _ -> ApiError.of(403, "NOT_A_MEMBER", refusal.message());
      case Refusal.Forbidden _ -> ApiError.forbidden(refusal.message());
      case Refusal.Blocked _ -> ApiError.forbidden(refusal.message());
      case Refusal.NotFound _ -> ApiError.notFound(refusal.message());
      case Refusal.Conflict _ -> ApiError.conflict(refusal.message());
      case Refusal.Unavailable _ -> ApiError.of(503, "SERVICE_UNAVAILABLE", refusal.message());
    };
  }
}

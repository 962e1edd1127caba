package dev.trestle.messenger.web;

import dev.trestle.messenger.Refusal;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Endpoint;

/** Turns refusals into the API's errors. */
final class Errors {
  private Errors() {}

  static Endpoint around(Endpoint endpoint) {
    return call -> {
      try {
        return endpoint.handle(call);
      } catch (Refusal refusal) {
        throw of(refusal);
      }
    };
  }

  static ApiError of(Refusal refusal) {
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

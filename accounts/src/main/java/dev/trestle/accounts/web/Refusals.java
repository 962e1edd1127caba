package dev.trestle.accounts.web;

import dev.trestle.accounts.Refusal;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Endpoint;

/** Turns refusals into the API's errors. */
public final class Refusals {
  private Refusals() {}

  static Endpoint around(Endpoint endpoint) {
    return endpoint.refusing(Refusal.class, Refusals::error);
  }

  public static ApiError error(Refusal refusal) {
    return switch (refusal) {
      case Refusal.InvalidField invalid -> ApiError.invalid(invalid.field(), invalid.message());
      case Refusal.NotSignedIn _ -> ApiError.unauthorized(refusal.message());
      case Refusal.WrongCode _ -> ApiError.of(401, "INVALID_OTP", refusal.message());
      case Refusal.InvalidRefreshToken _ ->
          ApiError.of(401, "INVALID_REFRESH_TOKEN", refusal.message());
      case Refusal.WrongDevice _ -> ApiError.of(403, "DEVICE_MISMATCH", refusal.message());
      case Refusal.NotFound _ -> ApiError.notFound(refusal.message());
      case Refusal.TooManyRequests tooMany -> ApiError.tooOften(tooMany.retryAfter());
      case Refusal.Unavailable _ -> ApiError.of(503, "SERVICE_UNAVAILABLE", refusal.message());
    };
  }
}

package dev.trestle.messenger.web;

import dev.trestle.messenger.Refused;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Endpoint;
import java.util.List;

/** What was refused, as HTTP says it. */
final class Refusals {
  private Refusals() {}

  static Endpoint around(Endpoint endpoint) {
    return call -> {
      try {
        return endpoint.answer(call);
      } catch (Refused refused) {
        throw of(refused);
      }
    };
  }

  static ApiError of(Refused refused) {
    if (refused.field().isPresent()) {
      var field = new ApiError.FieldError(refused.field().get(), refused.message());
      return ApiError.invalid(List.of(field));
    }
    return refused
        .retryAfter()
        .map(ApiError::tooOften)
        .orElseGet(
            () -> ApiError.of(status(refused.code()), refused.code().name(), refused.message()));
  }

  private static int status(Refused.Code code) {
    return switch (code) {
      case VALIDATION_ERROR -> 400;
      case UNAUTHORIZED, INVALID_OTP, INVALID_REFRESH_TOKEN -> 401;
      case DEVICE_MISMATCH, FORBIDDEN, NOT_A_MEMBER -> 403;
      case NOT_FOUND -> 404;
      case CONFLICT -> 409;
      case RATE_LIMITED -> 429;
      case SERVICE_UNAVAILABLE -> 503;
    };
  }
}

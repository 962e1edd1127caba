package dev.trestle.platform.web;

import java.util.function.Function;

/**
 * Handles calls. What must hold before (who calls, how often, whether it is a repetition) is
 * another endpoint around it.
 */
@FunctionalInterface
public interface Endpoint {
  /**
   * Handles a call.
   *
   * @throws ApiError to refuse it
   */
  Reply handle(Call call);

  /**
   * The same endpoint, whose refusals are errors of the API.
   *
   * @param type the refusals of the domain behind it
   * @param error what the API says about each
   */
  default <R extends RuntimeException> Endpoint refusing(
      Class<R> type, Function<R, ApiError> error) {
    return call -> {
      try {
        return handle(call);
      } catch (RuntimeException e) {
        throw type.isInstance(e) ? error.apply(type.cast(e)) : e;
      }
    };
  }
}

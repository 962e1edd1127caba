package dev.trestle.platform.web;

/**
 * Answers one kind of call. What must hold before (who calls, how often, whether it is a
 * repetition) is an endpoint around an endpoint.
 */
@FunctionalInterface
public interface Endpoint {
  /**
   * Answers a call.
   *
   * @throws ApiError to refuse it
   */
  Reply answer(Call call);
}

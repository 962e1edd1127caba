package dev.trestle.platform.web;

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
}

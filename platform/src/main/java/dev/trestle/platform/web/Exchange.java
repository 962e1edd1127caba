package dev.trestle.platform.web;

import java.time.Duration;

/**
 * What may be logged about a request: nothing from its query, headers or body.
 *
 * @param route the route's path as it was declared, with its prefix; empty where none fitted
 * @param client the client's address; empty if it is not known
 */
public record Exchange(
    String requestId, String method, String route, int status, Duration took, String client) {
  /** Observes every answered request, on the request's thread, so it must be quick. */
  @FunctionalInterface
  public interface Observer {
    void answered(Exchange exchange);
  }
}

package dev.trestle.platform.web;

import java.time.Duration;

/**
 * What may be told of an answered request: nothing that came in its query, headers or body.
 *
 * @param route the route's path as it was declared, with its prefix; empty where none fitted
 * @param peer the address of the other side, empty where it is not known
 */
public record Exchange(
    String requestId, String method, String route, int status, Duration took, String peer) {
  /** Is told of every answered request, on its thread: it must be quick. */
  @FunctionalInterface
  public interface Observer {
    void answered(Exchange exchange);
  }
}

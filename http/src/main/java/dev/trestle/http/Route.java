package dev.trestle.http;

/** What handles one request. */
@FunctionalInterface
public interface Route {
  /** Handles the whole request. An exception closes the connection. */
  Response handle(Request request);

  /** The longest body accepted. The server's own limit applies as well. */
  default int bodyBytesMax() {
    return Integer.MAX_VALUE;
  }
}

package dev.trestle.http;

/** Serves the requests of one server. Its methods are called on the threads of the connections. */
public interface Handler {
  /**
   * Finds what handles a request, from its head alone. Called once for each request, before its
   * body is read. An exception closes the connection.
   */
  Route route(RequestHead head);

  /** The response to input that is not a valid request. The connection is closed after it. */
  FullResponse errorResponse(RequestError error);

  /** Whether it decompresses bodies, which takes memory beside that of what was sent. */
  default boolean decompressesBodies() {
    return false;
  }

  /** The value of the {@code Server} header; if empty, there is none. */
  default String serverName() {
    return "";
  }
}

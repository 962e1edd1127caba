package dev.trestle.http;

/** A message received on a WebSocket, assembled from its frames. */
sealed interface IncomingMessage {
  record Text(String message) implements IncomingMessage {}

  record Ping(byte[] payload) implements IncomingMessage {}

  record Pong() implements IncomingMessage {}

  /** The client closes, or confirms that the server does. */
  record Close(int code) implements IncomingMessage {}

  /** The connection ended without a close frame. */
  record Disconnect() implements IncomingMessage {}
}

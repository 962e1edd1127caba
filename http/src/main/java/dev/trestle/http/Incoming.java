package dev.trestle.http;

/** What comes in on a WebSocket, whole. */
sealed interface Incoming {
  record Text(String message) implements Incoming {}

  record Ping(byte[] payload) implements Incoming {}

  record Pong() implements Incoming {}

  /** The other side says goodbye, or answers ours. */
  record Goodbye(int code) implements Incoming {}

  /** The connection has ended without a goodbye. */
  record Gone() implements Incoming {}
}

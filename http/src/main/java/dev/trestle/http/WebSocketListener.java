package dev.trestle.http;

/** Receives the events of one WebSocket, on the thread of its connection. */
public interface WebSocketListener {
  /** The socket is open. From now on any thread may send on it. */
  void opened(WebSocket socket);

  /** A text message arrived. The next one is read when this returns. */
  void text(String message);

  /** The socket was closed, by either side. Called once, last, if {@link #opened} was called. */
  void closed(int code);
}

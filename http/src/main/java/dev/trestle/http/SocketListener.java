package dev.trestle.http;

/** Is told what happens on a WebSocket, on the thread of its connection. */
public interface SocketListener {
  /** The socket is open; it may be written to from now on, from any thread. */
  void opened(WebSocket socket);

  /** A whole text message came. The next one is read when this returns. */
  void text(String message);

  /** The socket is closed, by whomever; told once, last, and whenever {@link #opened} was told. */
  void closed(int code);
}
